"""Tyres of wheels on roads: models of their forces, their files, and the law of the element."""

from mbfe.elements.tyres.tyre_files import COMMONROAD
from mbfe.elements.tyres.tyre_models import (
    BrushTyre,
    LinearTyre,
    MagicFormula,
    Pacejka89,
    TyreFile,
    TyreModel,
)

__all__ = ["COMMONROAD", "BrushTyre", "LinearTyre", "MagicFormula", "Pacejka89", "TyreFile", "TyreModel"]
