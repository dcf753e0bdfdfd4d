"""Results files and results in memory: written while a run goes on, read from anybody with care."""
