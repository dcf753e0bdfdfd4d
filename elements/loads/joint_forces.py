"""Springs, stops, friction and backlash on joint coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, ClassVar

from mbfe.algebra.arrays import Floats
from mbfe.checks import positive
from mbfe.elements.contacts.friction_numbers import ROWS_OF_JOINT, FrictionNumbers
from mbfe.elements.loads import coordinate_forces_law as laws
from mbfe.errors import ModelError
from mbfe.joints.coordinates.applied_friction_law import applied_line_friction, applied_smooth_friction
from mbfe.joints.coordinates.loaded_friction_law import loaded_smooth_friction
from mbfe.joints.coordinates.on_coordinates import OnCoordinates, check_stops
from mbfe.laws import Law
from mbfe.model import Builder, Model, NamedOutput
from mbfe.model.capabilities import DryFriction
from mbfe.model.force_functions import ForceFunction, take_force
from mbfe.model.whole import model_length

__all__ = ["NO_LIMIT", "Backlash", "JointSpring", "JointStop", "RegularisedFriction"]

NO_LIMIT = 1e30
"""Position of an absent stop."""
FORCE_SIGNALS = (
    NamedOutput("position", "position", None, "the coordinate, or the sum of coordinates", rate="rate"),
    NamedOutput("rate", "rate", None, "its rate"),
    NamedOutput("effort", "effort", None, "force or moment, positive when it acts against the coordinate"),
)


@dataclass(frozen=True, eq=False)
class JointForce(OnCoordinates):
    """Base of the forces on a joint coordinate, or on a sum of two with factors.

    Parameters
    ----------
    name : str
        Name.
    coordinate : str or mapping of str to float
        The coordinate, named as in results (``"hinge.angle"``, ``"slide.displacement"``), or the factors of
        two: ``{"first.angle": 1.0, "second.angle": -1.0}`` acts on the difference of the angles. The arc
        length of a point on a curve, ``"bead.s"``, is one too.
    """

    name: str
    coordinate: Any

    most: ClassVar[int] = 2
    signals: ClassVar[tuple[NamedOutput, ...]] = FORCE_SIGNALS
    by_count: ClassVar[Mapping[int, Law]] = {}

    @property
    def laws(self) -> Mapping[int, Law]:
        """Its laws, by the number of coordinates of joints: none for an arc length."""
        return self.by_count

    def numbers(self, builder: Builder, length: float) -> Mapping[str, Any]:
        """Parameters of the force; ``length`` is the size of the coordinate for differences [m, rad].

        Inputs may stand among them as ``variables``.
        """
        raise NotImplementedError("a force on a coordinate says its numbers")

    def typical_stiffness(self, model: Model, length: float) -> float:
        """Its stiffness, if any, as one of displacements [N/m], of an angle on the model's length."""
        stiffness = float(vars(self).get("stiffness", 0.0))
        return stiffness if self.combined(model).coordinates[0].is_length else stiffness / length**2

    def build(self, builder: Builder) -> None:
        """Give the law the coordinates and the numbers."""
        found = self.combined(builder.model)
        length = model_length(builder.model) if found.coordinates[0].is_length else 1.0
        numbers: dict[str, Any] = dict(self.numbers(builder, length))
        builder.add(
            self,
            self.laws[found.count],
            found.nodes,
            variables=[*found.variables, *numbers.pop("variables", ())],
            history=found.history,
            places=found.places,
            factors=found.factors,
            **numbers,
        )


@dataclass(frozen=True, eq=False)
class JointSpring(JointForce):
    """Spring and damper on a joint coordinate.

    Parameters
    ----------
    stiffness : float
        k [N/m, N m/rad].
    damping : float
        c [N s/m, N m s/rad].
    free : float
        Value q₀ of the coordinate without force [m, rad], any number of turns.
    preload : float
        Force at the free value [N, N m].
    force : Curve or callable, optional
        In addition to the above: a curve or f(q − q₀), or f(q, rate), in Python or compiled (``numba.njit``).

    Notes
    -----
    Other parameters as for :class:`JointForce`. φ = k(q − q₀) + preload + c q̇ + f, positive when
    it acts against the coordinate; the bodies get the wrench with the virtual work −φ δq. The spring energy
    counts as elastic, c q̇² as dissipated; a curve has an energy, the power of a function is that of a load.
    Results: ``position``, ``rate``, ``effort`` [N, N m].

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model()
    >>> box = model.add(elements.RigidBody("box", mass=2.0, inertia=(0.1, 0.1, 0.1)))
    >>> slide = model.add(joints.Prismatic("slide", model.ground, box, axis=(0, 0, 1)))
    >>> spring = elements.JointSpring("spring", "slide.displacement", stiffness=800.0, free=0.1)
    >>> model.add(spring).free
    0.1
    """

    _: KW_ONLY
    stiffness: float = 0.0
    damping: float = 0.0
    free: float = 0.0
    preload: float = 0.0
    force: Any = None
    force_function: ForceFunction = field(init=False, repr=False)

    by_count: ClassVar[Mapping[int, Law]] = {0: laws.line_spring, 1: laws.joint_spring, 2: laws.pair_spring}

    def validate(self) -> None:
        """Check the numbers and the force law."""
        super().validate()
        take_force(self, self.force, "force")

    def numbers(self, builder: Builder, length: float) -> Mapping[str, float]:
        """Coefficients and the place of the force law."""
        kind, at = self.force_function.place(builder)
        names = ("stiffness", "damping", "free", "preload")
        given = {name: float(getattr(self, name)) for name in names}
        return given | {"force_kind": kind, "force_at": at, "size": length}


@dataclass(frozen=True, eq=False)
class JointStop(JointForce):
    """Compliant end stops of a joint coordinate.

    Parameters
    ----------
    lower, upper : float, optional
        Where the stops are [m, rad]; one of them, or both.
    stiffness : float
        k [N/m, N m/rad].
    damping : float
        c [N s/m, N m s/rad].
    depth : float, optional
        Penetration at which the damping reaches its full value [m, rad]; a hundredth of the range between
        two stops when absent.

    Notes
    -----
    Other parameters as for :class:`JointForce`. Beyond a stop by δ the force is k δ + c
    s(δ/depth) δ̇, where s(u) = u²(3 − 2u) makes the damping continuous, and never below zero (unilateral).
    Choose steps that resolve the contact, about 30 in π√(m/k), or automatic ones. Results: ``position``,
    ``rate``, ``effort`` [N, N m], positive at the upper stop.
    """

    _: KW_ONLY
    lower: float | None = None
    upper: float | None = None
    stiffness: float
    damping: float = 0.0
    depth: float | None = None

    by_count: ClassVar[Mapping[int, Law]] = {0: laws.line_stop, 1: laws.joint_stop, 2: laws.pair_stop}

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        positive(self.where, "stiffness", self.stiffness)
        positive(self.where, "damping", self.damping, zero=True)
        given = check_stops(self.where, self.lower, self.upper)
        if self.depth is not None:
            positive(self.where, "depth", self.depth)
        elif len(given) == 1 and self.damping > 0.0:
            raise ModelError(
                f"{self.where}: depth",
                "it is not given, and one stop has no range to take it from",
                allowed="the penetration at which the damping has its full value [m, rad]",
            )

    def numbers(self, builder: Builder, length: float) -> Mapping[str, float]:
        """Places of the stops and coefficients."""
        lower = -NO_LIMIT if self.lower is None else float(self.lower)
        upper = NO_LIMIT if self.upper is None else float(self.upper)
        depth = 0.01 * (upper - lower) if self.depth is None else float(self.depth)
        given = {"stiffness": float(self.stiffness), "damping": float(self.damping)}
        return given | {"lower": lower, "upper": upper, "depth": depth}


@dataclass(frozen=True, eq=False)
class Backlash(JointForce):
    """Backlash: a spring and damper with a dead zone, on a coordinate or between two.

    Parameters
    ----------
    gap : float
        Width of the dead zone, the total backlash [m, rad].
    center : float
        Middle of the dead zone [m, rad].
    stiffness, damping : float
        k and c beyond the dead zone.
    depth : float, optional
        Penetration at which the damping reaches its full value; a tenth of the gap when absent.

    Notes
    -----
    Other parameters as for :class:`JointForce`. The law is that of :class:`JointStop` with a stop on each
    side of the gap. Between gears with ratio i use the sum that is constant without backlash:
    ``{"pinion.angle": 1.0, "wheel.angle": i}``; the gap then is an angle of the pinion. Results:
    ``position``, ``rate``, ``effort`` [N, N m].
    """

    _: KW_ONLY
    gap: float
    center: float = 0.0
    stiffness: float
    damping: float = 0.0
    depth: float | None = None

    by_count: ClassVar[Mapping[int, Law]] = JointStop.by_count

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        for name in ("gap", "stiffness"):
            positive(self.where, name, getattr(self, name))
        positive(self.where, "damping", self.damping, zero=True)
        if self.depth is not None:
            positive(self.where, "depth", self.depth)

    def numbers(self, builder: Builder, length: float) -> Mapping[str, float]:
        """Ends of the dead zone and coefficients."""
        half = 0.5 * float(self.gap)
        depth = 0.2 * half if self.depth is None else float(self.depth)
        given = {"stiffness": float(self.stiffness), "damping": float(self.damping)}
        return given | {"lower": self.center - half, "upper": self.center + half, "depth": depth}


@dataclass(frozen=True, eq=False)
class RegularisedFriction(FrictionNumbers, JointForce):  # type: ignore[override]
    """Friction on a joint coordinate that is smooth in the rate: Coulomb, Stribeck and viscous.

    Parameters
    ----------
    regular_speed : float
        v₀, rate within which the sign changes smoothly [m/s, rad/s].

    Notes
    -----
    Other parameters as for :class:`JointForce`, one coordinate only, and as for
    :class:`mbfe.elements.contacts.friction_numbers.FrictionNumbers`, which defines the load N from the
    reaction of the joint; ``stribeck_speed`` is ten times ``regular_speed`` when absent. φ = (F_c + μ N +
    (F_s − F_c + (μ_s − μ) N) exp(−(q̇/v_s)²)) tanh(q̇/v₀) + b q̇. A joint does not stick but creeps: under a
    load F < F_c it moves at v₀ artanh(F/F_c). All of it is dissipated. Results: ``position``, ``rate``,
    ``effort`` [N, N m], and ``limit``, F_s + μ_s N, where it depends on the reaction or an input.
    """

    _: KW_ONLY
    regular_speed: float

    most: ClassVar[int] = 1
    by_count: ClassVar[Mapping[int, Law]] = {0: laws.line_friction, 1: laws.joint_friction}
    by_applied: ClassVar[Mapping[int, Law]] = {0: applied_line_friction, 1: applied_smooth_friction}
    plain_signals: ClassVar[tuple[NamedOutput, ...]] = FORCE_SIGNALS

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        positive(self.where, "regular_speed", self.regular_speed)
        if not (self.inputs or self.coulomb or self.viscous or self.static or self.is_loaded):
            raise ModelError(self.where, "coulomb, static, mu and viscous are zero", allowed="some friction")

    def dry_friction(self, model: Model, outputs: Sequence[Mapping[str, Floats]]) -> DryFriction | None:
        """Its friction in a state; zero at rest."""
        found = super().dry_friction(model, outputs)
        assert found is not None
        return replace(found, regular_speed=float(self.regular_speed), sticks_as="elements.JointFriction")

    @property
    def laws(self) -> Mapping[int, Law]:
        """Its laws, others where something varies."""
        return self.by_applied if self.inputs else self.by_count

    def numbers(self, builder: Builder, length: float) -> Mapping[str, Any]:
        """Coefficients."""
        fall, own = 10.0 * self.regular_speed, {"regular_speed": float(self.regular_speed)}
        return own | (self.applied(builder.model, fall) if self.inputs else self.coefficients(fall))

    def build(self, builder: Builder) -> None:
        """Give the law the coordinate, the numbers and, with loaded friction, the reaction of the joint."""
        if not self.is_loaded:
            super().build(builder)
            return
        (found,) = self.combined(builder.model).coordinates
        builder.add(
            self,
            loaded_smooth_friction,
            found.nodes,
            row_kinds=ROWS_OF_JOINT,
            history={"value": found.start},
            shared_rows=self.shared_rows(builder.model),
            **self.loading(builder, found),
            **self.loaded_coefficients(),
            **dict[str, Any](self.numbers(builder, 1.0)),
        )
