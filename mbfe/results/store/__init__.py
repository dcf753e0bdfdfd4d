"""Results files and results in memory: written during a run; files of unknown origin are checked."""
