"""States of a model: how they are kept, carried from one model to another, and drawn by joints."""
