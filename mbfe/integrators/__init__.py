"""Time integration schemes: coefficients over one Newton iteration and one assembly."""
