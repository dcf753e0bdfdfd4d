"""Files: locks, errors of writing, texts of other programs in any usual coding."""
