"""Eigenvalues of constrained systems: undamped, damped, gyroscopic, with states and rolling.

The stages of a solution:

- ``pencil``: the system with the sizes of the sums behind its entries, its parts that are not coupled, and
  the motions that constraints leave;
- ``ranks``: null spaces and Jordan chains, judged by the rounding errors of these sums;
- ``full``: all eigenvalues of small systems by full matrices, and those of a state matrix;
- ``sparse``: the lowest ones of large systems, and a proof that none is missing;
- ``checks``: what is left of the original equations, refinement;
- ``accepted``: refinement until all pairs satisfy them, without the roundings of stiffness in null vectors;
- ``solve``: all of these together, and energies, which say whether a system can grow at all.
"""

from mbfe.analyses.linear.eigen.full import poles_of
from mbfe.analyses.linear.eigen.pencil import Pencil, Vectors, summed
from mbfe.analyses.linear.eigen.solve import damped, undamped

__all__ = ["Pencil", "Vectors", "damped", "poles_of", "summed", "undamped"]
