"""Examples: scripts with ``main(...) -> dict`` whose results are compared with a stated reference."""
