"""Elements whose equations a user types."""
