"""Version of mbfe, read by packaging and written into results."""

__all__ = ["__version__"]

__version__ = "0.1.0"
