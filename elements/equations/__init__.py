"""Elements given by equations that a user types."""
