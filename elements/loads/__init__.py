"""Forces and moments on bodies and beams, damping of masses; springs, stops and friction of coordinates."""
