"""What is drawn of results, for all pictures: ParaView, scenes in the browser, films.

``blocks`` says what there is, ``run_blocks`` takes it from the rows of a run, ``meshes`` makes points and
cells of it, frame by frame, and ``extents`` measures it.
"""
