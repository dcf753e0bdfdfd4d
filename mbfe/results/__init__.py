"""Results: what analyses return, how it is stored, and how it is read: signals, plots, tables, ParaView."""
