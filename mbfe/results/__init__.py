"""Results: storage, labelled arrays, plots, tables and ParaView files."""
