"""The diagram of the blocks of a model: places of its vertices, and the picture."""
