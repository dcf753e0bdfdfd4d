"""A scene in one HTML file: what moves, drawn by three.js in any browser, without a network.

``packing`` makes compact tables of numbers, ``contents`` the description of what is drawn, ``values`` the
numbers shown for an item, and ``page`` the file. The program of the page is ``viewer.js``, built from
``tools/scene``.
"""
