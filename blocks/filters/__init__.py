"""Blocks with states or memory: lags, linear systems, controllers, delays, switches."""
