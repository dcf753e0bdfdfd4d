"""Eigenvalues of constrained systems: undamped, damped, gyroscopic, with states and rolling.

The stages of a solution:

- ``pencil``: the system, and its parts that are not coupled with each other;
- ``ranks``: null spaces and Jordan chains, judged by the rounding errors of the sums behind the entries;
- ``reduction``: the motions that constraints leave;
- ``symmetric``, ``quadratic``: all eigenvalues of small systems by full matrices;
- ``sparse``, ``counting``: the lowest ones of large systems, and a proof that none is missing;
- ``checks``: what is left of the original equations, refinement;
- ``cleared``: the same without the roundings of stiffness in null vectors;
- ``accepted``: refinement until all pairs satisfy them;
- ``passive``: energies, which say whether a system can grow at all;
- ``solve``: all of these together;
- ``poles``: eigenvalues of a state matrix.
"""

from mbfe.analyses.linear.eigen.pencil import Pencil
from mbfe.analyses.linear.eigen.poles import poles_of
from mbfe.analyses.linear.eigen.solve import damped, undamped
from mbfe.analyses.linear.eigen.sums import Vectors, summed

__all__ = ["Pencil", "Vectors", "damped", "poles_of", "summed", "undamped"]
