"""The car's lane change of 10 s: fixed and automatic steps, their errors and computing times."""
