"""Time integration schemes: coefficients, checks, which model each suits, functions of their steps."""
