"""Forces and moments on a body."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import to_matrix, unit_vector
from mbfe.checks import finite_vector, parts_of, refusal, returned_numbers
from mbfe.compiled.callbacks import Callback
from mbfe.elements.loads.load_law import load
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, Polynomial, as_curve
from mbfe.model import Builder, Item, Model, NamedOutput
from mbfe.model.description import Acting
from mbfe.model.places import BODY, WORLD, check_at_node, check_world_or_body
from mbfe.model.whole import model_length

__all__ = ["BodyState", "Force", "Moment", "state_callback"]

ZERO = (0.0, 0.0, 0.0)


class BodyState:
    """State of a body as the argument of a load function, world axes.

    Attributes
    ----------
    position : (3,) array
        Origin of the body [m].
    orientation : (4,) array
        Unit quaternion (w, x, y, z), body to world.
    velocity : (3,) array
        Velocity of the origin [m/s].
    angular_velocity : (3,) array
        Angular velocity [rad/s].
    """

    __slots__ = ("angular_velocity", "orientation", "position", "velocity")

    def __init__(self, values: Floats) -> None:
        self.position, self.orientation = values[0:3], values[3:7]
        self.velocity, self.angular_velocity = values[7:10], values[10:13]

    @property
    def rotation_matrix(self) -> Floats:
        """Rotation matrix (3, 3), body to world."""
        return to_matrix(self.orientation)

    def point(self, local: ArrayLike) -> Floats:
        """Position in the world of a point given in the body frame [m]."""
        return self.position + self.rotation_matrix @ np.asarray(local, dtype=float)


def takes_only_time(function: Callable[..., Any], where: str) -> bool:
    """Whether a function is f(t) rather than f(t, state); other arguments are refused."""
    if isinstance(function, type):
        raise refusal(where, "", function, "f(t, state) or f(t), and no class")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some built-in functions have no signature
        return False
    first_two = list(signature.parameters.values())[:2]
    takes_any = any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in first_two)
    takes_state = takes_any or [each.name for each in first_two[1:]] == ["state"]
    if _binds(signature, 0.0) and not takes_state:  # a second argument with a default is the function's own
        return True
    if _binds(signature, 0.0, None):
        return False
    raise ModelError(
        where,
        f"the function {function!r} takes neither (t, state) nor (t)",
        allowed="f(t, state) -> 3 numbers, f(t) -> 3 numbers, f(t) -> 1 number with direction=",
    )


def _binds(signature: inspect.Signature, *arguments: Any) -> bool:
    """Whether a function may be called with these arguments."""
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True


def state_callback(function: Callable[..., Any], where: str) -> Callback:
    """Callback of f(t, state) or f(t) for compiled code: 14 numbers (time, pose, velocities) in, 3 out."""
    of_time = takes_only_time(function, where)

    def fill(arguments: Any, results: Any) -> None:
        t = float(arguments[0])
        given = function(t) if of_time else function(t, BodyState(arguments[1:14].copy()))
        results[0], results[1], results[2] = returned_numbers(where, given, 3, f"t = {t:.9g} s")

    return Callback(fill, 14, 3)


@dataclass(frozen=True, eq=False)
class Load(Item):
    """Base of forces and moments: see :class:`Force` and :class:`Moment`."""

    name: str
    body: Any
    value: Any
    _: KW_ONLY
    direction: ArrayLike | None = None
    frame: str = WORLD
    curves: tuple[Curve, ...] = field(init=False, repr=False)
    callback: Callback | None = field(init=False, repr=False)

    is_moment: ClassVar[bool] = False

    @property
    def application(self) -> Floats:
        """Point of application in the body frame [m], the origin where it has none."""
        return finite_vector(self.where, "point", vars(self).get("point", ZERO))

    @property
    def is_idle(self) -> bool:
        """Whether its value is zero."""
        try:
            return not np.asarray(self.value, dtype=float).any()
        except (TypeError, ValueError):
            return False

    def validate(self) -> None:
        """Sort out in which form the load is given."""
        where = f"{self.where}: value"
        check_world_or_body(self.where, self.frame)
        self.application  # noqa: B018  (checks it)
        curves: tuple[Curve, ...] = ()
        callback = None
        if self.direction is not None:
            unit_vector(self.direction, where=f"{self.where}: direction")
            if parts_of(self.value) is not None:
                words = "one number, curve or f(t) with direction=, or three without it"
                raise refusal(where, "", self.value, words)
            curves = (as_curve(self.value, where),)
        elif callable(self.value) and not isinstance(self.value, Curve):
            callback = state_callback(self.value, where)
        else:
            parts = parts_of(self.value)
            if parts is None or len(parts) != 3:
                words = "three numbers or curves, f(t) or f(t, state) -> 3 numbers, or one of these with"
                raise refusal(where, "", self.value, f"{words} direction=")
            curves = tuple(as_curve(part, where) for part in parts)
        settle(self, curves=curves, callback=callback)

    def join(self, model: Model) -> None:
        """Check that the load acts on a node that moves, and rotates where it needs that."""
        node = model.node(self.body, where=f"{self.where}: body")
        check_at_node(f"{self.where}: point", node, self.application)
        if node.lacks_rotation and self.frame == BODY and not self.is_moment:
            raise ModelError(
                f"{self.where}: frame",
                f'"{BODY}", but "{node.name}" does not turn, so that there are no axes to follow',
                allowed=f'"{WORLD}" on a node that does not turn',
                remedy="Take a RigidBody, or let f(t, state) give the direction",
            )
        moves = any(node.free[3:]) if self.is_moment else any(node.free[:3])
        if not moves and node.drive is None:
            what = "does not turn" if self.is_moment and node.moves else "is fixed"
            kind, does = ("moment", "turns") if self.is_moment else ("force", "moves")
            given = f'"{node.name}" {what}, so a {kind} on it does nothing'
            raise ModelError(f"{self.where}: body", given, allowed=f"a body that {does}")

    def build(self, builder: Builder) -> None:
        """Give the law the curves or the callback."""
        factor = np.ones(3) if self.direction is None else unit_vector(self.direction)
        curves = [builder.curve(curve, of_time=True) for curve in self.curves or (Polynomial(0.0),)]
        builder.add(
            self,
            load,
            [builder.model.node(self.body)],
            point=self.application,
            follows=float(self.frame == BODY),
            is_moment=float(self.is_moment),
            callback=0.0 if self.callback is None else self.callback.address,
            curve=curves if len(curves) == 3 else curves * 3,
            factor=factor,
            size=model_length(builder.model),
        )

    def describe(self, model: Model) -> Acting:
        """Where it acts, and what pictures show of it."""
        number = model.node(self.body).number
        return Acting([number, *self.application.tolist()], "moment" if self.is_moment else "force")

    def callbacks(self) -> tuple[Callback, ...]:
        """Python functions that compiled code calls for this load."""
        own = () if self.callback is None else (self.callback,)
        return own + tuple(callback for curve in self.curves for callback in curve.callbacks)


@dataclass(frozen=True, eq=False)
class Force(Load):
    """Force at a point of a body.

    Parameters
    ----------
    name : str
        Name.
    body : body, node or str
        Body that it acts on; a force on the ground is refused, because it has no effect.
    value : sequence of 3, callable, or curve or number with ``direction``
        Force [N]: three numbers, curves of time or functions f(t) -> 1 number; f(t) or f(t, state) -> 3
        numbers with ``state`` of :class:`BodyState` (about 5–10 µs a call); or one number, curve or f(t),
        times a direction.
    point : (3,) array_like
        Point of application, in the body frame [m].
    direction : (3,) array_like, optional
        Direction of a force that is given by its magnitude; its length does not matter.
    frame : {"world", "body"}
        Axes of the force: "world" for a dead load, which keeps its direction, "body" for a follower load.

    Notes
    -----
    r = −(F, s×F) in body axes, F = Rᵀf for a dead force f, s the point of application. Its power
    f·(v + ω×s) enters the work of loads. A follower force, and a force that depends on the state, has no
    potential. A function that fails, or returns anything but three finite numbers, is an error of the step
    with the name of the load and the time.

    Results: ``force`` [N] and ``moment`` about the origin of the body [N m], world axes.

    Examples
    --------
    >>> from mbfe import Model, curves, elements
    >>> model = Model()
    >>> body = model.add(elements.RigidBody("body", mass=2.5, inertia=(1.0, 1.0, 1.0)))
    >>> thrust = model.add(elements.Force("thrust", body, (5.0, 0, 0), frame="body"))
    >>> push = model.add(elements.Force("push", body, curves.Harmonic(3.0, 2.0), direction=(0, 1, 0)))
    >>> wind = model.add(elements.Force("wind", body, lambda t, state: -0.2 * state.velocity))
    """

    _: KW_ONLY
    point: ArrayLike = ZERO

    output_law = load
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("force", "force", None, "force, world axes"),
        NamedOutput("moment", "moment", None, "moment about the origin of the body, world axes"),
    )


@dataclass(frozen=True, eq=False)
class Moment(Load):
    """Moment (couple) on a body.

    Parameters
    ----------
    name : str
        Name.
    body : body, node or str
        Body that it acts on.
    value : sequence of 3, callable, or curve or number with ``direction``
        Moment [N m], in the forms of :class:`Force`.
    direction : (3,) array_like, optional
        Axis of a moment that is given by its magnitude.
    frame : {"world", "body"}
        Axes of the moment: "world" for a dead moment, "body" for a follower moment.

    Notes
    -----
    r = −(0, M) in body axes, M = Rᵀm for a dead moment m. A constant dead moment is not conservative: its
    work around a closed loop of finite rotations is not zero, and its K is not symmetric. Its power m·ω
    enters the work of loads.

    Results: ``moment`` [N m], world axes.
    """

    output_law = load
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("moment", "moment", None, "moment, world axes"),
    )
    is_moment: ClassVar[bool] = True
