"""Functions of one variable with their derivatives, for users and for compiled code."""
