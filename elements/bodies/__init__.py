"""Bodies: rigid, of a point, without mass."""
