"""Forces and moments on bodies; springs, stops and friction on joint coordinates."""
