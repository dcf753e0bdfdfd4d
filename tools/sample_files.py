"""Small input files of other programs, each in the manner of its program, for readers to be tried on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe import sections, shapes

STEEL = {"E": 210e9, "nu": 0.3, "density": 7850.0}
CHANNEL = sections.channel(width=0.1, height=0.2, flange=0.0085, web=0.0056, **STEEL)
BOX = sections.box(width=0.1, height=0.2, thickness=0.005, **STEEL).shift(0.03, 0.0)
SOLID = shapes.box(size=(1.0, 2.0, 3.0))

TYRE = """[MDI_HEADER]
FILE_TYPE = 'tir'
$ a tyre of a small car
[UNITS]
LENGTH = 'mm'
FORCE = 'newton'
ANGLE = 'radians'
TIME = 'second'
[MODEL]
PROPERTY_FILE_FORMAT = 'PAC2002'
USE_MODE = 14
[DIMENSION]
UNLOADED_RADIUS = 300 $ free
[VERTICAL]
FNOMIN = 3000
VERTICAL_STIFFNESS = 200
VERTICAL_DAMPING = 0.5
[LONGITUDINAL_COEFFICIENTS]
PCX1 = 1.6411
PDX1 = 1.1739
PKX1 = 22.303
RBX1 = 13.276
[LATERAL_COEFFICIENTS]
PCY1 = 1.3507
PDY1 = 1.0489
PKY1 = -21.92
PKY2 = 2.0012
RBY1 = 7.1433
[ALIGNING_COEFFICIENTS]
QBZ1 = 9.5
QCZ1 = 1.1
QDZ1 = 0.1
"""


def rows(matrix: NDArray[np.float64]) -> str:
    """A matrix as lines of numbers."""
    return "\n".join(" ".join(f"{value:18.10E}" for value in row) for row in matrix) + "\n"


def obj() -> str:
    """A box with normals and polygons."""
    points = "".join("v {:.6f} {:.6f} {:.6f}\n".format(*point) for point in SOLID.points)
    faces = "".join("f " + " ".join(f"{k + 1}//1" for k in quad) + "\n" for quad in SOLID.quads)
    return f"# Blender\no Box\n{points}vn 0.0 0.0 1.0\nusemtl Grey\ns off\n{faces}"


def stl() -> str:
    """A box as text."""
    corner = "      vertex {:e} {:e} {:e}\n"
    text = "solid box\n"
    for triangle in SOLID.points[SOLID.all_triangles]:
        text += "  facet normal 0 0 0\n    outer loop\n"
        text += "".join(corner.format(*point) for point in triangle) + "    endloop\n  endfacet\n"
    return text + "endsolid box\n"


def ply() -> str:
    """A box as text, with colours."""
    text = "ply\nformat ascii 1.0\ncomment MeshLab\nelement vertex 8\n"
    text += "".join(f"property float {axis}\n" for axis in "xyz") + "property uchar red\n"
    text += "element face 6\nproperty list uchar int vertex_indices\nend_header\n"
    text += "".join("{:g} {:g} {:g} 255\n".format(*point) for point in SOLID.points)
    return text + "".join("4 {} {} {} {}\n".format(*quad) for quad in SOLID.quads)


def vabs() -> str:
    """Output of VABS."""
    K, M = CHANNEL.to_matrices(order="vabs")
    bar = "\n ==========================\n\n"
    text = f" The 6X6 Mass Matrix{bar}{rows(M)}\n Classical Stiffness Matrix{bar}{rows(np.eye(4))}"
    return text + f"\n Timoshenko Stiffness Matrix (1-extension; 2,3-shear, 4-twist){bar}{rows(K)}"


def becas() -> str:
    """Output of BECAS."""
    K, M = CHANNEL.to_matrices(order="becas")
    about = "matrix w.r.t. to the cross section reference point"
    return f"BECAS\n\nStiffness {about}\nK=\n{rows(K)}\nMass {about}\nM=\n{rows(M)}\nShear center;\n"


def anba4() -> str:
    """Matrices of ANBA4."""
    return "".join("Mat Object: 1 MPI process\n" + rows(matrix) for matrix in BOX.to_matrices(order="anba4"))


def beamdyn() -> str:
    """A blade of BeamDyn."""
    text = "------- BEAMDYN -------\nTest\n 2 station_total - stations (-)\n 1 damp_type - Damping type\n"
    text += "mu1 mu2 mu3 mu4 mu5 mu6\n(-) (-) (-) (-) (-) (-)\n" + "0.001 " * 6
    text += "\n------ DISTRIBUTED PROPERTIES ------\n"
    for station, section in ((0.0, CHANNEL), (1.0, BOX)):
        K, M = section.to_matrices(order="beamdyn")
        text += f"  {station:.6f}\n{rows(K)}\n{rows(M)}\n"
    return text


def hawc2() -> str:
    """A st file of HAWC2."""
    row = "81 0.05 0.01 0.03 0.09 0.02 0 7e10 2.7e10 2.5e-5 2e-4 1e-4 0.8 0.7 0.03 0 0.05 0.01"
    return f"1 sets\n#1 blade\nr m x_cg\n$1 2 stiff\n0.0 {row}\n5.0 {row}\n$2 1 soft\n0.0 {row}\n"


def windio() -> str:
    """The matrices of a blade in windIO."""
    text = "components:\n  blade:\n    elastic_properties_mb:\n      six_x_six:\n"
    upper = np.triu_indices(6)
    pairs = [section.to_matrices(order="beamdyn") for section in (CHANNEL, BOX)]
    for name, matrices in zip(("stiff_matrix", "inertia_matrix"), zip(*pairs, strict=True), strict=True):
        text += f"        {name}:\n          grid: [0.0, 1.0]\n          values:\n"
        text += "".join(f"          - {matrix[upper].tolist()}\n" for matrix in matrices)
    return text


def hawc2_full() -> str:
    """A st file of HAWC2 with fully populated matrices."""
    upper = " ".join(f"{value:.9e}" for value in BOX.to_matrices(order="hawc2")[0][np.triu_indices(6)])
    row = f"20 0.03 0 0.07 0.04 5.0 0.03 0 {upper}"
    return f"#1 blade\n$1 2 full\n0.0 {row}\n5.0 {row}\n"


def windio_2() -> str:
    """The matrices of a blade in windIO 2."""
    K, M = BOX.to_matrices(order="beamdyn")
    text = "components:\n  blade:\n    structure:\n      elastic_properties:\n        stiffness_matrix:\n"
    text += "          grid: [0.0, 1.0]\n"
    for i, j in zip(*np.triu_indices(6), strict=True):
        text += f"          K{i + 1}{j + 1}: [{K[i, j]:.9e}, {K[i, j]:.9e}]\n"
    text += "        inertia_matrix:\n          grid: [0.0, 1.0]\n"
    numbers = {"mass": M[0, 0], "cm_x": M[1, 5] / M[0, 0], "cm_y": -M[0, 5] / M[0, 0]}
    numbers |= {"i_edge": M[3, 3], "i_flap": M[4, 4], "i_plr": M[5, 5], "i_cp": -M[3, 4]}
    return text + "".join(f"          {name}: [{v:.9e}, {v:.9e}]\n" for name, v in numbers.items())


SAMPLES = {
    "car.tir": TYRE, "box.obj": obj(), "box.stl": stl(), "box.ply": ply(), "section.vabs": vabs(),
    "section.becas": becas(), "section.anba4": anba4(), "blade.beamdyn": beamdyn(), "blade.hawc2": hawc2(),
    "blade.windio": windio(), "full.hawc2": hawc2_full(), "second.windio": windio_2(),
}  # fmt: skip
"""Texts by names; the ending is that of the format."""
