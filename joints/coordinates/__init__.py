"""Joint coordinates by name, and what acts on them: couplings, gears, motors, locks, friction."""
