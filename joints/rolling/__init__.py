"""Wheels that roll on surfaces."""
