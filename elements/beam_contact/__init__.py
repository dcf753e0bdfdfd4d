"""Contact of beams and cables along their length, with surfaces and with each other."""
