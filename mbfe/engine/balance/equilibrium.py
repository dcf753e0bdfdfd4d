"""What a search for an equilibrium knows and works on, and how it ends."""

from __future__ import annotations

from enum import IntEnum

from mbfe.algebra.arrays import Floats, Ints
from mbfe.compiled.bundle import Bundle, array, integer, integers, number, part
from mbfe.engine.columns import MOTION

__all__ = ["Ended", "Equilibrium", "Iterate", "Strained"]


class Ended(IntEnum):
    """How a search for an equilibrium ended."""

    BALANCED = 0
    LAW_FAILED = 1
    SINGULAR = 2
    """The stiffness is singular."""
    NOT_A_NUMBER = 3
    NO_DECREASE = 4
    """No part of the correction reduces the residual."""
    FAR = 5
    """The corrections are as large as the model."""
    TURNED_BACK = 6
    """The move goes against the tangent of the path."""
    TURNED_ASIDE = 7
    """The move is another one than its tangent said."""
    NO_CONTRACTION = 8
    """The corrections do not become small."""
    GROWING = 9
    """The corrections grow."""
    TOO_MANY = 10
    """The iterations were not enough."""
    AWAY = 11
    """It moves away without limit."""
    UNSETTLED = 12
    """It did not settle."""


class Strained(Bundle):
    """Strains with which the stiffness may be taken in place of those of the motion."""

    reference: Ints = integers("n_strain", "Places of their references among the parameters.")
    place: Ints = integers("n_strain", "Their places among the outputs.")
    given: Floats = array("n_strain", "References as they are given, while others stand there.")
    now: Floats = array("n_strain", "Strains of the motion.")
    there: Floats = array("n_strain", "Strains of a motion nearby.")
    predicted: Floats = array("n_strain", "Strains after a move, to first order.")
    ahead: Floats = array("n_strain", "The same while they may be given up again.")


class Iterate(Bundle):
    """Motions, multipliers and a step, as workspace."""

    motion: Floats = array(f"n_node, {MOTION}", "Motions.")
    multiplier: Floats = array("n_row", "Multipliers.")
    step: Floats = array("6 n_node", "Increments of motions [m, rad] and of variables.")
    change: Floats = array("n_row", "Increments of the multipliers.")
    r: Floats = array("6 n_node + n_row", "Residual.")


class Equilibrium(Bundle):
    """Facts of a balance at rest or in a steady rotation, and the workspace of its search."""

    spin: Floats = array("6", "Common twist of the nodes about the world's origin, zero at rest.")
    order: Ints = integers("n_free", "Rows of the motion table that move, parents first.")
    parent: Ints = integers("n_free", "Parent of each in the tree of relative motions, −1 for none.")
    alone: Ints = integers("n_free", "−1 for each: every node moves on its own.")
    nodes: Ints = integers("n_own", "Those of them that are nodes.")
    dofs: Ints = integers("n_dof", "Components with unknowns, as 6 row + component.")
    moving: Ints = integers("n_moving", "Those of nodes and coordinates.")
    position: Ints = integers("6 n_node", "Place of each component among them, −1 for none.")
    is_node: Ints = integers("n_moving", "1 where such a component is one of a node.")
    followers: Ints = integers("n_follow", "Components of states that only follow velocities.")
    variables: Ints = integers("n_variable", "Components of states and outputs.")
    variable_unit: Floats = array("n_variable", "What one metre of them is.")
    unit: Floats = array("n_dof", "Units of the residual of ``dofs``, which make it a force.")
    holds: Ints = integers("n_row", "1 for rows that prescribe velocities, which are held at rest.")
    held_rates: Floats = array("n_row", "Velocities that these rows prescribe.")
    strains: Strained = part(Strained, "Strains of beams and cables.")
    all_strains: Strained = part(Strained, "The same with the lengths of springs between points.")
    line_nodes: Ints = integers("2, n_line", "Nodes at both ends of lines between points.")
    line_points: Floats = array("2, n_line, 3", "These points, axes of their nodes.", unit="m")
    base: Iterate = part(Iterate, "Where a correction begins, with it.")
    later: Iterate = part(Iterate, "The correction after it.")
    begin: Iterate = part(Iterate, "Where the search began.")
    end: Iterate = part(Iterate, "Where it ended, and moves that are tried there.")
    tangent: Floats = array("6 n_own", "First correction of a search, as :func:`moved` measures.")
    moves: Floats = array("6 n_own", "Move since then.")
    plane: Floats = array("6 n_own", "Tangent of a path by arc length, in world axes.")
    along: Floats = array("3", "Direction of a displacement that is prescribed.")
    rounded: Floats = array("n_moving", "Round-off of the residual.", unit="N")
    places: Ints = integers("n_kind, 2", "Nodes and variables of an element of each kind.")
    element: Floats = array("6 n_node + n_row", "Residual of one element, zero between uses.")
    sizes: Floats = array("6 n_node", "Sizes of the forces that cancel.")
    output: Floats = array("n_output", "Outputs of all laws.")
    basis: Floats = array("n_basis, n_moving", "Orthonormal vectors of Lanczos steps.")
    coefficient: Floats = array("n_basis", "Coefficients in that basis.")
    bands: Floats = array("4, n_basis", "Workspace of their matrix.")
    random: Floats = array("n_moving", "A unit vector that is like no other.")
    lowest: Floats = array("n_moving", "Direction of lowest stiffness, in scaled unknowns.")
    vector: Floats = array("n_moving", "Direction that was found last, in these unknowns.")
    direction: Floats = array("n_moving", "Workspace in them.")
    square: Floats = array("n_square, n_square", "Pivot block of a front, or matrix in the basis.")
    asked: Floats = array("6 n_node + n_row + 2", "What is asked of another factorisation.")
    answer: Floats = array("6 n_node + n_row + n_moving + 2", "What it answers.")

    time: float = number("Time of the time functions.", unit="s")
    tolerance: float = number("Largest correction at the end, as a part of the model's length.")
    free_pivot: float = number("Pivots below this part of the largest stiffness are those of free motions.")
    shift: float = number("Shift of a settling model.", unit="N/m")
    least_shift: float = number("Least of these shifts.", unit="N/m")
    lowest_stiffness: float = number("Lowest stiffness that the constraints allow.", unit="N/m")
    size: float = number("Size of the last correction, in model lengths [m] or radians.")
    retried: float = number("Part of the increment that is worth a trial after a failure.")
    factorise: float = number("Address of another factorisation, for states; 0 for that of the fronts.")
    solve: float = number("Address of the direction with its factors.")
    follow: float = number("Address of the sizes of its positions' round-off.")
    iterations: int = integer("Corrections of the last search.")
    loose: int = integer("1 where rows depended on others in the last factorisation.")
    negative: int = integer("Directions of negative stiffness in the last count.")
    odd: int = integer("1 where the number of negative real eigenvalues is odd.")
    held: int = integer("1 where the stiffness was regular in the last count.")
