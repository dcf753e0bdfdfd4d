"""The time loop: steps, predictors, Newton iterations, step control, events, recorded rows."""
