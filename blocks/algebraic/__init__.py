"""Blocks whose outputs follow from inputs and time alone: sums, products, limits, tables, functions."""
