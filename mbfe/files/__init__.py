"""Files: locks, and texts of other programs in any usual coding."""
