"""Springs and dampers between points and frames, and ropes of variable length."""
