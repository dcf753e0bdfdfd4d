"""Bushing, or flexible joint: full 6×6 stiffness and damping between two frames."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.checks import finite_vector, shown
from mbfe.elements.springs.bushing_law import bushing
from mbfe.errors import ModelError
from mbfe.laws import Status
from mbfe.model import Builder, Model, NamedOutput
from mbfe.model.between import BetweenFrames
from mbfe.model.places import check_at_node

__all__ = ["Bushing", "FlexibleJoint"]

NO_STIFFNESS = 1e-12
"""Part of the rotational stiffness that counts as none about an axis: round-off of rotated matrices."""
FORMS = "a matrix (6, 6), 6 numbers of a diagonal, or a pair (along x, y, z; about x, y, z)"


def six_by_six(where: str, given: ArrayLike) -> np.ndarray:
    """6×6 matrix from the forms of the argument; one that releases energy is refused.

    They are a matrix (6, 6), its diagonal (6,), or a pair of numbers for translation and rotation.
    """
    try:
        values = np.array(given, dtype=float)
    except (TypeError, ValueError):
        values = np.full(0, np.nan)
    if values.shape == (2,):
        values = np.repeat(values, 3)
    if values.shape == (6,):
        values = np.diag(values)
    if values.shape != (6, 6) or not np.isfinite(values).all():
        raise ModelError(where, f"{shown(given)} was given", allowed=f"finite numbers: {FORMS}")
    # scaled to a unit diagonal, so that the check does not mix N/m with N m/rad
    diagonal = np.sqrt(np.abs(values.diagonal()))
    scale = np.where(diagonal > 0.0, diagonal, 1.0)
    lowest = float(np.linalg.eigvalsh(0.5 * (values + values.T) / np.outer(scale, scale))[0])
    if lowest < -1e-9:
        raise ModelError(
            where,
            f"its symmetric part, scaled to a unit diagonal, has the negative eigenvalue {lowest:.3g}",
            allowed="a matrix that stores or dissipates energy in every direction; its skew part is free",
        )
    return values


@dataclass(frozen=True, eq=False)
class Bushing(BetweenFrames):
    """Six-component spring and damper between two frames: a rubber mount, a flexible bearing, a soft joint.

    Parameters
    ----------
    stiffness : array_like
        K, a matrix (6, 6), its diagonal (6,) or a pair (translation [N/m], rotation [N m/rad]); force
        before moment.
    damping : array_like, optional
        C in the same forms [N s/m, N m s/rad].
    preload : (6,) array_like, optional
        Generalised force at zero strain [N, N m].

    Notes
    -----
    Other parameters as for :class:`mbfe.model.between.BetweenFrames`: the axes of the stiffness
    are those of the first side (the housing), and the bushing is strained where the two frames differ as
    drawn.

    Strain ε = (u, θ) with u = R_aᵀ(x_b − x_a) and θ = log(R_aᵀR_b), the relative rotation vector; μ = K ε + C
    ε̇ + preload has the virtual work μ·δε, so the forces are invariant under rigid motion and derive from
    ½εᵀKε + preload·ε. A skew part of K (cross-coupled bearings) is allowed; its power counts as that of a
    load.

    The range of rotations depends on the stiffness. A shaft in a bearing, without stiffness and preload about
    one axis, has an unlimited rotation about it: θ is then the rotation vector of the tilt of the axis, with
    the remaining rotation about the axis as component along it; the tilt is limited to 0.475 turns. Without
    any rotational stiffness and preload rotations are unlimited, and θ̇ is the relative angular velocity.
    Otherwise θ is limited to 0.95 turns, where the run ends with an error. All definitions agree for small
    rotations.

    Results: ``displacement`` u [m], ``rotation`` θ [rad], and ``force`` [N] and ``moment`` [N m] on the
    second side in axes and about the origin of the frame of the first.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> engine = model.add(elements.RigidBody("engine", mass=90.0, inertia=(2.0, 3.0, 3.0)))
    >>> mount = elements.Bushing("mount", model.ground, engine, position=(0.3, 0, 0), stiffness=(2e5, 50.0))
    >>> model.add(mount).matrix("stiffness").diagonal().tolist()
    [200000.0, 200000.0, 200000.0, 50.0, 50.0, 50.0]
    """

    _: KW_ONLY
    stiffness: ArrayLike
    damping: ArrayLike = (0.0, 0.0)
    preload: ArrayLike = (0.0,) * 6

    output_law = bushing
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("displacement", "displacement", None, "displacement, axes of the first frame"),
        NamedOutput("rotation", "rotation", None, "relative rotation vector"),
        NamedOutput("force", "force", None, "force on the second side, axes of the first frame"),
        NamedOutput(
            "moment",
            "moment",
            None,
            "moment on the second side about the origin of the first frame, its axes",
        ),
    )

    def validate(self) -> None:
        """Check the matrices, and that the frames are given one way."""
        self.matrix("stiffness")
        self.matrix("damping")
        finite_vector(self.where, "preload", self.preload, size=6)
        super().validate()

    def matrix(self, which: str) -> np.ndarray:
        """Stiffness or damping as a 6×6 matrix."""
        return six_by_six(f"{self.where}: {which}", getattr(self, which))

    def typical_stiffness(self, model: Model, length: float) -> float:
        """Its largest stiffness against displacements [N/m]."""
        return float(self.matrix("stiffness").diagonal()[:3].max())

    @property
    def spin_axis(self) -> np.ndarray | None:
        """The only axis about which there is neither stiffness nor preload, a unit vector."""
        K, preload = self.matrix("stiffness"), np.array(self.preload, dtype=float)
        rows = np.vstack([K[:, 3:], K[3:].T, preload[3:]])
        sizes = np.linalg.norm(rows, axis=1)
        rows = rows[sizes > 0.0] / sizes[sizes > 0.0, None]
        _, values, axes = np.linalg.svd(np.vstack([rows, np.zeros((3, 3))]))
        acting = values > NO_STIFFNESS * values[0]
        return axes[2] if acting.tolist() == [True, True, False] else None

    def failure_words(self, code: int) -> str:
        """Reason why the law failed."""
        if code != Status.AT_LIMIT:
            return super().failure_words(code)
        if self.spin_axis is not None:
            return (
                "tilts by 0.475 turns, the largest tilt; it turns without limit about the axis alone "
                f"that has no stiffness, {np.round(self.spin_axis, 6).tolist()} in its own axes"
            )
        return (
            "comes to 0.95 turns, as far as a relative rotation is followed where stiffness or preload act "
            "against turns. One without both about its axis of spin alone has no limit about it; or let a "
            "Revolute joint carry the part that turns"
        )

    def join(self, model: Model) -> None:
        """Check the two sides."""
        super().join(model)
        first, a, second, b = self.frames(model)
        for side, frame in ((first, a), (second, b)):
            check_at_node(self.where, side, frame.position)
        K, C, preload = self.matrix("stiffness"), self.matrix("damping"), np.array(self.preload, dtype=float)
        turns = any(part[3:].any() or part[:, 3:].any() for part in (K, C)) or preload[3:].any()
        point = next((side.name for side in (first, second) if side.lacks_rotation), None)
        if turns and point is not None:
            raise ModelError(
                self.where,
                f'"{point}" has no rotation and bears no moment; stiffness, damping or preload require one',
                allowed="entries of translation alone, stiffness=[kx, ky, kz, 0, 0, 0]",
                remedy="Leave those of rotation out, or take a RigidBody",
            )

    def build(self, builder: Builder) -> None:
        """Give the law the frames and matrices."""
        nodes, frames = self.placed(builder.model)
        K, C = self.matrix("stiffness"), self.matrix("damping")
        preload = np.array(self.preload, dtype=float)
        spin_axis = self.spin_axis
        builder.add(
            self,
            bushing,
            nodes,
            **frames,
            stiffness=K,
            damping=C,
            preload=preload,
            turns=float(bool(K[3:].any() or K[:, 3:].any() or preload[3:].any())),
            tilts=float(spin_axis is not None),
            spin_axis=np.zeros(3) if spin_axis is None else spin_axis,
        )


@dataclass(frozen=True, eq=False)
class FlexibleJoint(Bushing):
    """Flexible joint between two bodies or beam ends: a full 6×6 stiffness and damping between two frames.

    It is the :class:`mbfe.elements.Bushing` under its name in multibody and rotor codes: a
    flexure, a bolted flange, a hinge spring of a blade. All parameters, equations and results are those of
    the bushing.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> arm = model.add(elements.RigidBody("arm", mass=2.0, inertia=(0.1, 0.1, 0.1)))
    >>> flange = elements.FlexibleJoint("flange", "ground", arm, stiffness=(1e8, 2e5), damping=(10.0, 0.1))
    >>> model.add(flange).matrix("damping").diagonal().tolist()
    [10.0, 10.0, 10.0, 0.1, 0.1, 0.1]
    """
