"""Side-by-side timings against peers; never part of the tests."""
