"""Blocks of controllers: sensors, sources, algebra, filters, controllers; solved together with the motion."""

from mbfe.blocks.algebra import Gain, Product, Sum
from mbfe.blocks.block import Block
from mbfe.blocks.characteristics import DeadZone, Lookup, Lookup2D, Saturation
from mbfe.blocks.lags import FirstOrder, Integrator, SecondOrderLag
from mbfe.blocks.linear import StateSpace, TransferFunction
from mbfe.blocks.sensor import Sensor
from mbfe.blocks.source import Source, Step

__all__ = [
    "Block",
    "DeadZone",
    "FirstOrder",
    "Gain",
    "Integrator",
    "Lookup",
    "Lookup2D",
    "Product",
    "Saturation",
    "SecondOrderLag",
    "Sensor",
    "Source",
    "StateSpace",
    "Step",
    "Sum",
    "TransferFunction",
]
