"""Algebraic blocks, without states: sums, products, limits, tables, functions."""
