"""Blocks of controllers: sensors, sources, algebra, filters; solved for together with the motion."""

from pathlib import Path
from typing import TYPE_CHECKING

from mbfe.doors import public_names

if TYPE_CHECKING:
    from mbfe.blocks.algebraic.algebra import Gain, Product, Sum
    from mbfe.blocks.algebraic.characteristics import DeadZone, Lookup, Lookup2D, Saturation
    from mbfe.blocks.algebraic.function import Function
    from mbfe.blocks.block import Block
    from mbfe.blocks.diagram import draw
    from mbfe.blocks.filters.delay import Delay
    from mbfe.blocks.filters.lags import FirstOrder, Integrator, SecondOrderLag
    from mbfe.blocks.filters.linear import StateSpace, TransferFunction
    from mbfe.blocks.filters.pid import PID
    from mbfe.blocks.filters.sampled import Sampled
    from mbfe.blocks.filters.switch import Switch
    from mbfe.blocks.sensors.sensor import Sensor
    from mbfe.blocks.source import Source, Step
else:
    __getattr__, __dir__ = public_names(__name__, Path(__file__))

__all__ = [
    "PID",
    "Block",
    "DeadZone",
    "Delay",
    "FirstOrder",
    "Function",
    "Gain",
    "Integrator",
    "Lookup",
    "Lookup2D",
    "Product",
    "Sampled",
    "Saturation",
    "SecondOrderLag",
    "Sensor",
    "Source",
    "StateSpace",
    "Step",
    "Sum",
    "Switch",
    "TransferFunction",
    "draw",
]
