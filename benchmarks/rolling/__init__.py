"""Rolling disks: mbfe, SciPy and Exudyn."""
