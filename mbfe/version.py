"""Version of mbfe, read by packaging and written into results."""

__version__ = "0.1.0"
