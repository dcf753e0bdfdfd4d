"""Joints of two frames: lower pairs, shafts, points on lines and planes, the total joint, rods."""
