"""Diagnosis of failures: evidence is collected after the failure, and remedies are selected by it."""
