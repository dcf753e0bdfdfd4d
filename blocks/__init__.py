"""Blocks of controllers: sensors, sources, algebra, filters, controllers; solved together with the motion."""

from mbfe.blocks.algebra import Gain, Product, Sum
from mbfe.blocks.block import Block
from mbfe.blocks.characteristics import DeadZone, Lookup, Lookup2D, Saturation
from mbfe.blocks.delay import Delay
from mbfe.blocks.diagram.drawing import draw
from mbfe.blocks.function import Function
from mbfe.blocks.lags import FirstOrder, Integrator, SecondOrderLag
from mbfe.blocks.linear import StateSpace, TransferFunction
from mbfe.blocks.pid import PID
from mbfe.blocks.sampled import Sampled
from mbfe.blocks.sensors.sensor import Sensor
from mbfe.blocks.source import Source, Step
from mbfe.blocks.switch import Switch

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
