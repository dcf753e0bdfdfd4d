"""Balance at rest and in steady rotation: Newton iteration, paths, stability, trim."""
