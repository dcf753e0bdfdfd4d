"""Group kernels: one compiled loop over all elements of a law, and the combination of its tangents."""
