"""Blocks whose outputs depend on what was before: lags, linear systems, controllers, delays, switches."""
