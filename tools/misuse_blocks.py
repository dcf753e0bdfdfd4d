"""Blocks as subjects of :mod:`tools.misuse`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from mbfe import blocks
from tools.misuse import Subject
from tools.misuse_scene import OVER_TIME, WIRE, item
from tools.misuse_values import FUNCTION, ITEM, NONE, NUMBER, ROW, TEXT, TEXTS, WRONG

UNIT = {"unit": {TEXT, NONE}}
WIRES = dict.fromkeys(("input", "setpoint", "measured", "first", "second", "control", "above", "below"), WIRE)


def block(name: str, arguments: Any, *, takes: Any = None, **more: Any) -> Subject:
    """Subject of a block."""
    kind = getattr(blocks, name.partition(" ")[0])
    return item(f"blocks.{name}", kind, arguments, takes=WIRES | UNIT | (takes or {}), **more)


def algebraic() -> list[Subject]:
    """Sources, sums and characteristics."""
    fed = {"input": "wave"}
    two = {"terms": ("wave", "hinge.angle")}
    grid = {"u": (0.0, 1.0), "v": (0.0, 1.0), "values": ((0.0, 1.0), (1.0, 2.0))}
    terms = {"terms": {ROW, TEXTS, ITEM}}
    return [
        block("Sensor", lambda: {"signal": "hinge.angle"}),
        block("Source", lambda: {"value": 1.0}, takes={"value": OVER_TIME}),
        block("Sum", lambda: dict(two), takes=terms | {"weights": {NONE, TEXT, ROW}}),
        block("Product", lambda: dict(two), takes=terms),
        block(
            "Function", lambda: two | {"function": lambda t, a, b: a}, takes=terms | {"function": {FUNCTION}}
        ),
        block("Saturation", lambda: fed | {"limit": 1.0}),
        block(
            "Saturation (pair)",
            lambda: fed | {"lower": -1.0, "upper": 1.0},
            only=("lower", "upper", "smooth"),
        ),
        block("Lookup", lambda: fed | {"table": lambda u: 2.0 * u}, takes={"table": {FUNCTION, NUMBER}}),
        block("Lookup2D", lambda: {"first": "wave", "second": "hinge.angle"} | grid),
    ]


def dynamic() -> list[Subject]:
    """Delays, lags and controllers."""
    fed = {"input": "wave"}
    system = {"A": [[-1.0]], "B": [[1.0]], "C": [[1.0]], "D": [[0.0]]}
    limits = {"limits": {NUMBER, NONE, ROW, "infinite"}}
    return [
        block("Delay", lambda: fed | {"delay": 0.1}, takes={"before": {NONE, NUMBER, FUNCTION}}),
        block("FirstOrder", lambda: fed | {"time_constant": 0.1}),
        block("FirstOrder (pole)", lambda: fed | {"pole": -1.0}, only=("pole",)),
        block("StateSpace", lambda: fed | dict(system), takes={"input": WIRE | {ROW}}),
        block("StateSpace (system)", lambda: fed | {"system": SimpleNamespace(**system)}, only=("system",)),
        block("TransferFunction", lambda: fed | {"numerator": (1.0,), "denominator": (1.0, 1.0)}),
        block(
            "PID",
            lambda: {
                "setpoint": 1.0,
                "measured": "hinge.angle",
                "proportional": 1.0,
                "derivative": 0.1,
                "filter_time": 0.01,
            },
            takes=limits,
        ),
        block("Switch", lambda: {"control": "wave", "above": 1.0, "below": 2.0}),
        block("Sampled", lambda: fed | {"period": 0.1} | system, takes={"input": WIRE | {ROW}}),
        block(
            "Sampled (function)",
            lambda: fed | {"period": 0.1, "x0": (0.0,), "function": lambda t, x, u: (x, u[0])},
            takes={"function": {FUNCTION, WRONG}},  # it may have a memory: it is not tried before the run
            only=("function", "x0", "n_outputs"),
        ),
    ]


def subjects() -> list[Subject]:
    """All of them."""
    return [*algebraic(), *dynamic()]
