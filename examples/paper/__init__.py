"""The source papers' test problems and experiments, for ``examples/paper_experiments.py``."""
