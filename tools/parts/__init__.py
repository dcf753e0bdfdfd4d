"""Pictures of the pages of parts: what runs are drawn with, and how each kind of item is shown.

``pages`` reads the sections of ``docs/parts``, ``canvas`` and ``solids`` draw in space, ``plots`` draws
curves, ``runs`` draws the items of a run, and the modules ``of_…`` say for each kind what its picture shows.
"""
