"""Results: runs, their storage, and access by signals, plots, tables and ParaView."""
