"""Time integration: plan of the steps, events, stop conditions, restarts."""
