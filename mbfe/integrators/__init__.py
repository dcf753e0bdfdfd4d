"""Time integration schemes: coefficients, checks, which model each suits, and the functions of their steps."""
