"""States of a model: storage, transfer to another model, and initial coordinates of joints."""
