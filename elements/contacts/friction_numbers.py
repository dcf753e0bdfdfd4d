"""Coefficients of the friction of a joint, and the normal load from its reaction."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from numbers import Real
from typing import Any, ClassVar

import numpy as np

from mbfe import joints
from mbfe.algebra.arrays import Floats
from mbfe.blocks.block import Fed
from mbfe.checks import positive
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError
from mbfe.functions.curves import Curve, refuse_negative
from mbfe.joints.coordinates.coordinates import Coordinate
from mbfe.joints.coordinates.loaded_friction_law import ROWS
from mbfe.joints.coordinates.on_coordinates import EFFORT, REST, OnCoordinates, unit_of
from mbfe.joints.pairs.coordinate_law import ANGLE, DISPLACEMENT_Z
from mbfe.joints.pairs.lower_pair_base import LowerPair
from mbfe.model import Builder, Item, Model, NamedOutput
from mbfe.model.capabilities import DryFriction
from mbfe.model.whole import model_length, of_whole

__all__ = ["RELEASED", "ROWS_OF_JOINT", "FrictionNumbers", "weight_of"]

FADING = 1e-4
"""Load that counts as small, as a part of the weight of the bodies."""
ROWS_OF_JOINT = (RowKind.NOT_OWN,) * ROWS
"""Kinds of the rows of the joint, which the laws only read."""
SIZES = ("radius", "collar_radius", "length", "width")
RELEASED = 1e-12
"""Force below which a brake counts as released, as a part of the weight of the bodies."""


def is_number(given: Any) -> bool:
    """Whether what was given is a number rather than something that varies."""
    return isinstance(given, Real) or (isinstance(given, np.ndarray) and given.ndim == 0)


@dataclass(frozen=True, eq=False)
class FrictionNumbers(OnCoordinates, Fed):
    """Base of the kinds of friction on a joint coordinate: coefficients, and sizes of the joint.

    Parameters
    ----------
    coulomb : float, or curve, callable, block, str or signal
        F_c, friction of a moving joint that does not depend on its load: preload, seals [N, N m]. A curve of
        time, f(t), a block or a signal for an applied brake.
    static : float, optional
        F_s, the same at rest; F_c when absent.
    mu : float
        μ, coefficient of the friction due to the reaction of the joint or the clamping force.
    mu_static : float, optional
        μ_s at rest; μ when absent.
    clamping : float, curve, callable, block, str or signal, optional
        Normal force of a brake [N], in place of that of the reaction.
    radius : float, optional
        Radius of the pin of a hinge, mean radius of the thread of a screw, or the friction radius of a
        clamping force on an angle [m].
    collar_radius : float, optional
        Mean radius of the collar that carries the axial force of a hinge [m]; no axial friction when absent.
    length : float, optional
        Distance ℓ of the two ends of the pin or guide, which carry moments across the axis [m]; these cause
        no friction when absent.
    width : float, optional
        Distance of the two sides of a guide, which carry the moment about its axis [m]; likewise.
    stribeck_speed : float, optional
        v_s, rate over which friction falls from that at rest to that of a moving joint [m/s, rad/s]; it drops
        at once when absent, unless it is regularised.
    viscous : float
        b [N s/m, N m s/rad].

    Notes
    -----
    With force f and moment m of the joint, m about its origin on the second side, the ends of a
    pin or guide carry P± = f/2 ± (m_y, −m_x)/ℓ across the axis. The load N is r (‖P₊‖ + ‖P₋‖) + r_c ‖f_z‖ for
    the angle of a hinge (without the last term for that of a cylindrical joint), ‖P₊‖ + ‖P₋‖ + 2 ‖m_z‖/w for
    a displacement, and r ‖f_z‖/cos²α for the angle of a screw, whose friction acts along the thread of slope
    α. Near zero, magnitudes are regularised as x²/√(x² + s²) with s = 1e-4 of the weight of all bodies.

    A variable force counts as zero while it is negative (a released brake). Negative numbers and curves are
    refused. The sticking limit is that of the current value.

    The reactions must be unique for rigid bodies: with redundant constraints the run is refused, as with HHT,
    which has two multipliers for each constraint.
    """

    _: KW_ONLY
    coulomb: Any = 0.0
    static: float | None = None
    mu: float = 0.0
    mu_static: float | None = None
    clamping: Any = None
    radius: float | None = None
    collar_radius: float | None = None
    length: float | None = None
    width: float | None = None
    stribeck_speed: float | None = None
    viscous: float = 0.0

    plain_signals: ClassVar[tuple[NamedOutput, ...]] = ()

    @property
    def is_loaded(self) -> bool:
        """Whether the reaction of the joint counts."""
        return self.clamping is None and (self.mu > 0.0 or bool(self.mu_static))

    @property
    def inputs(self) -> Mapping[str, Any]:
        """What applies it, where that varies."""
        if self.clamping is not None:
            return {"clamping": self.clamping}
        return {} if is_number(self.coulomb) else {"coulomb": self.coulomb}

    @property
    def signals(self) -> tuple[NamedOutput, ...]:  # type: ignore[override]
        """Position, rate, effort; where something varies it also the largest friction at rest."""
        limit = NamedOutput("limit", "limit", None, "largest friction at sticking")
        return (*self.plain_signals, limit) if self.is_loaded or self.inputs else self.plain_signals

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        self._check_applied()
        for name in ("coulomb", "viscous", "mu"):
            if name not in self.inputs:
                positive(self.where, name, getattr(self, name), zero=True)
        for name, least in (("static", "coulomb"), ("mu_static", "mu")):
            value, low = getattr(self, name), getattr(self, least)
            if least not in self.inputs and value is not None and not low <= value < math.inf:
                raise ModelError(f"{self.where}: {name}", f"{value}", allowed=f"at least {least}, {low}")
        for name in (*SIZES, "stribeck_speed"):
            if getattr(self, name) is not None:
                positive(self.where, name, getattr(self, name))
        given = [name for name in SIZES if getattr(self, name) is not None]
        if given and not self.is_loaded and self.clamping is None:
            raise ModelError(
                f"{self.where}: {given[0]}", "it is given without a coefficient", allowed="with mu=…"
            )

    def _check_applied(self) -> None:
        """Check the input that applies the brake, and that no argument is given that it makes meaningless."""
        for label, given in self.inputs.items():
            if is_number(given):
                positive(self.where, label, given, zero=True)
            elif isinstance(given, Curve):
                refuse_negative(given, f"{self.where}: {label}")
        if "coulomb" in self.inputs:
            for name in ("static", "mu", "mu_static"):
                if getattr(self, name):
                    raise ModelError(
                        f"{self.where}: {name}",
                        f"{getattr(self, name)} with a coulomb that varies",
                        allowed="a coulomb that varies alone",
                        remedy="Give the force that presses the surfaces as clamping=…, with mu and "
                        "mu_static; friction by the reaction is a RegularisedFriction of its own",
                    )
        if self.clamping is not None and not (self.mu or self.mu_static):
            raise ModelError(
                f"{self.where}: clamping", "it is given without a coefficient", allowed="with mu=…"
            )

    def join(self, model: Model) -> None:
        """Find the coordinate, and check that its joint has the reactions and sizes that friction needs."""
        super().join(model)
        if self.is_loaded:
            self._sizes(model)
        if self.clamping is not None:
            self._lever(model)
        self.connect(model)

    def _lever(self, model: Model) -> float:
        """Friction radius of the clamping force [m]; one for a displacement."""
        is_length = self.combined(model).coordinates[0].is_length
        for name in SIZES:
            if getattr(self, name) is not None and (is_length or name != "radius"):
                raise ModelError(
                    f"{self.where}: {name}",
                    f"{getattr(self, name)} with a clamping force",
                    allowed="no size on a displacement" if is_length else "the friction radius [m]",
                )
        if not is_length and self.radius is None:
            raise ModelError(
                f"{self.where}: radius", "it is not given", allowed="the radius at which clamping rubs [m]"
            )
        return 1.0 if is_length else float(self.radius or 1.0)

    def applied(self, model: Model, fall: float) -> dict[str, Any]:
        """Variable and numbers of a friction that varies."""
        unit, mu, mu_static = unit_of(EFFORT, self.combined(model).coordinates[0]), 1.0, 1.0
        numbers = {"coulomb": 0.0, "static": 0.0}
        if self.clamping is not None:
            unit, lever = "N", self._lever(model)
            mu, mu_static = (lever * value for value in self.loaded_coefficients().values())
            numbers = self.coefficients(fall)
        given = {"stribeck_speed": float(self.stribeck_speed or fall), "viscous": float(self.viscous)}
        variables = [self.feeding_in(unit, model)]
        return numbers | given | {"mu": mu, "mu_static": mu_static, "variables": variables}

    def _joint(self, model: Model) -> tuple[Item, str]:
        """The joint, or another item with a coordinate, and the coordinate."""
        owner, _, which = next(iter(self.factors)).partition(".")
        return model.items[owner], which

    def _sizes(self, model: Model) -> dict[str, float | None]:
        """The sizes by name, those that such a joint has."""
        joint, which = self._joint(model)
        allowed = joint.friction_sizes.get(which)
        if allowed is None:
            known = (getattr(joints, name) for name in joints.__all__)
            kinds = [kind for kind in known if isinstance(kind, type) and issubclass(kind, LowerPair)]
            pairs = (f"the {what} of a {kind.__name__}" for kind in kinds for what in kind.friction_sizes)
            raise ModelError(
                f"{self.where}: mu",
                f'"{next(iter(self.factors))}" is a coordinate of a {type(joint).__name__}',
                allowed=", ".join(pairs),
                remedy="Give a friction that does not depend on the reaction, coulomb=…",
            )
        for name in SIZES:
            if getattr(self, name) is not None and name not in allowed:
                raise ModelError(
                    f"{self.where}: {name}",
                    f"{getattr(self, name)} for the {which} of a {type(joint).__name__}",
                    allowed=f"{', '.join(allowed)} there",
                )
        if "radius" in allowed and self.radius is None:
            raise ModelError(
                f"{self.where}: radius",
                "it is not given with mu or mu_static",
                allowed="the friction radius [m]",
            )
        return {name: getattr(self, name) for name in SIZES}

    def loading(self, builder: Builder, coordinate: Coordinate) -> dict[str, Any]:
        """Parameters of the normal load from the reaction, and of the coordinate."""
        joint, which = self._joint(builder.model)
        assert isinstance(joint, LowerPair)
        size = self._sizes(builder.model)
        radius, length, width = size["radius"] or 1.0, size["length"], size["width"]
        along, pads, axial = (0.0, 1.0), 1.0, 0.0
        if which == "angle":
            along, pads, axial = (1.0, 0.0), radius, size["collar_radius"] or 0.0
        if joint.pitch:  # the flanks slide along the helix, and press on it with f_z/cos α
            slope = math.atan(joint.pitch / radius)
            along = (math.cos(slope) ** 2, math.sin(slope) * math.cos(slope) / radius)
            pads, axial = 0.0, radius / math.cos(slope) ** 2
        frames = [number for f in coordinate.frames for number in (*f.position, *f.orientation)]
        small = FADING * weight_of(builder.model)
        return {
            "places": [*frames, float(ANGLE), *frames, float(DISPLACEMENT_Z)],
            "along": along,
            "pads": pads,
            "inverse_length": 1.0 / length if length else 0.0,
            # the law of the joint takes moments about the frame of its first node
            "carried": float(coordinate.nodes[1].moves),
            "axial": axial,
            "twist": 2.0 / width if width else 0.0,
            "small": small,
            "small_moment": 0.5 * small * (width or model_length(builder.model)),
        }

    def shared_rows(self, model: Model) -> list[tuple[Item, int]]:
        """Rows of the joint whose multipliers the laws read; a free one in place of unused ones."""
        joint, _ = self._joint(model)
        assert isinstance(joint, LowerPair)
        moments = self.length is not None
        across = not joint.pitch
        axial = bool(joint.pitch) or self.collar_radius is not None
        counts = (across, across, axial, moments, moments, self.width is not None)
        free = joint.locked.index(RowKind.NOT_OWN)
        return [(joint, row if counts[row] else free) for row in range(ROWS)]

    def coefficients(self, fall: float) -> dict[str, Any]:
        """Numbers of the friction itself; ``fall``, 0 for none, stands for a Stribeck speed not given."""
        static = self.coulomb if self.static is None else self.static
        return {
            "coulomb": float(self.coulomb),
            "static": float(static),
            "stribeck_speed": float(self.stribeck_speed or fall),
            "viscous": float(self.viscous),
        }

    def loaded_coefficients(self) -> dict[str, Any]:
        """Coefficients of the friction that the reaction causes."""
        static = self.mu if self.mu_static is None else self.mu_static
        return {"mu": float(self.mu), "mu_static": float(static)}

    def dry_friction(self, model: Model, outputs: Sequence[Mapping[str, Floats]]) -> DryFriction | None:
        """Its friction in a state; zero for a released brake."""
        (own,) = outputs
        limit = float(own["limit"][0]) if "limit" in own else self.coefficients(fall=0.0)["static"]
        units = self.units(model)
        return DryFriction(
            limit=limit if limit > RELEASED * weight_of(model) else 0.0,
            force=abs(float(own["effort"][0])),
            unit=units["effort"],
            rate_unit=units["rate"],
            holds="sticks" in own and bool(own["sticks"][0]),
            rate=float(own["rate"][0]),
            rest=REST * (model_length(model) if units["effort"] == "N" else 1.0),
        )


@of_whole
def _mass_of(model: Model) -> float:
    """Mass of the bodies [kg]."""
    solids = (item.as_solid for item in model.items.values())
    return sum((solid.mass for solid in solids if solid is not None), start=0.0)


def weight_of(model: Model) -> float:
    """Weight of the bodies [N], their mass times a metre per second squared without gravity."""
    gravity = float(np.linalg.norm(model.gravity)) or 1.0
    return (_mass_of(model) or 1.0) * gravity
