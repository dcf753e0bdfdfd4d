"""The search for an equilibrium, compiled: equations, Newton's method, stability, descent and settling."""
