"""Linear algebra of the iteration matrix: elimination order, symbolic and numeric factorisation."""
