"""Why an analysis failed: evidence is gathered after the failure, and remedies are chosen by it."""
