"""Bodies: rigid, of a point, without mass; and damping in proportion to mass."""
