"""Time integration schemes: their coefficients and choices, their checks, and which model each one suits."""
