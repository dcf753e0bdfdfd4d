"""A passenger car with semi-active dampers: parameters, axles, whole car, controller, roads."""
