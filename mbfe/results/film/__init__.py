"""Films and pictures: what moves, drawn by VTK without a display, frame by frame, and coded by ffmpeg.

``frames`` are the times of a film and the rows at these times, ``camera`` where it is seen from, ``stage``
what is drawn, ``strip`` the plot below it, ``encoder`` the file, and ``film`` puts them together.
"""
