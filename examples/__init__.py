"""Examples: each is a script with ``main(...) -> dict`` that compares its figures with a stated reference."""
