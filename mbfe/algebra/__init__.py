"""Vectors, matrices, rotations and rigid motions, in compiled code and in NumPy; graphs; threads of BLAS."""
