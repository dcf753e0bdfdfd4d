"""Static equilibrium and steady rotation: Newton iteration, paths, stability, trim."""
