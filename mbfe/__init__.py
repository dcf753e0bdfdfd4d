"""mbfe: flexible multibody dynamics by finite elements, in Python at compiled speed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

# elements/, joints/, blocks/ and examples/ stand beside mbfe/ in the sources and inside it when installed.
_here = Path(__file__).resolve().parent
if not (_here / "elements").is_dir() and (_here.parent / "elements" / "__init__.py").is_file():
    __path__.append(str(_here.parent))

__version__ = "0.1.0"

if TYPE_CHECKING:
    from mbfe import blocks as blocks
    from mbfe import curves as curves
    from mbfe import elements as elements
    from mbfe import joints as joints
    from mbfe import lines as lines
    from mbfe import mass_properties as mass_properties
    from mbfe import profiles as profiles
    from mbfe import rotations as rotations
    from mbfe import sections as sections
    from mbfe import shapes as shapes
    from mbfe.analyses.assemble import Assembly as Assembly
    from mbfe.analyses.assemble import assemble as assemble
    from mbfe.analyses.buckling import solve_buckling as solve_buckling
    from mbfe.analyses.campbell import campbell as campbell
    from mbfe.analyses.controls import ArcLength as ArcLength
    from mbfe.analyses.controls import DisplacementControl as DisplacementControl
    from mbfe.analyses.dynamic import solve_dynamic as solve_dynamic
    from mbfe.analyses.inverse import solve_inverse as solve_inverse
    from mbfe.analyses.kinematics import solve_kinematics as solve_kinematics
    from mbfe.analyses.linear import linearise as linearise
    from mbfe.analyses.linear import linearize as linearize
    from mbfe.analyses.modal_damping import fit_damping as fit_damping
    from mbfe.analyses.modes import solve_modes as solve_modes
    from mbfe.analyses.motion_range import MotionRange as MotionRange
    from mbfe.analyses.motion_range import range_of_motion as range_of_motion
    from mbfe.analyses.plan import Tolerance as Tolerance
    from mbfe.analyses.snapshot import Snapshot as Snapshot
    from mbfe.analyses.state_space import state_space as state_space
    from mbfe.analyses.static import solve_static as solve_static
    from mbfe.analyses.steady import solve_steady_rotation as solve_steady_rotation
    from mbfe.analyses.trim import Trim as Trim
    from mbfe.analyses.trim import trim as trim
    from mbfe.errors import MbfeError as MbfeError
    from mbfe.errors import ModelError as ModelError
    from mbfe.errors import ResultsError as ResultsError
    from mbfe.errors import SolveError as SolveError
    from mbfe.failures.diagnosis import Diagnosis as Diagnosis
    from mbfe.failures.state import open_state as open_state
    from mbfe.integrators.generalized_alpha import GeneralizedAlpha as GeneralizedAlpha
    from mbfe.integrators.hht import HHT as HHT
    from mbfe.integrators.newmark import Newmark as Newmark
    from mbfe.integrators.newmark import Stormer as Stormer
    from mbfe.integrators.newmark import Trapezoidal as Trapezoidal
    from mbfe.integrators.scheme import Scheme as Scheme
    from mbfe.integrators.soi2 import SOI2 as SOI2
    from mbfe.laws import law as law
    from mbfe.mass_properties import MassProperties as MassProperties
    from mbfe.model import Frame as Frame
    from mbfe.model import Model as Model
    from mbfe.model import Node as Node
    from mbfe.results.motion_run import MotionRun as MotionRun
    from mbfe.results.opening import open_results as open_results
    from mbfe.results.run import Run as Run
    from mbfe.results.static_run import StaticRun as StaticRun
    from mbfe.sections.section import Section as Section
    from mbfe.sensors import Sensor as Sensor

_PUBLIC = {
    "Model": "mbfe.model",
    "Frame": "mbfe.model",
    "Node": "mbfe.model",
    "law": "mbfe.laws",
    "GeneralizedAlpha": "mbfe.integrators.generalized_alpha",
    "HHT": "mbfe.integrators.hht",
    "Newmark": "mbfe.integrators.newmark",
    "SOI2": "mbfe.integrators.soi2",
    "Scheme": "mbfe.integrators.scheme",
    "Stormer": "mbfe.integrators.newmark",
    "Trapezoidal": "mbfe.integrators.newmark",
    "MassProperties": "mbfe.mass_properties",
    "solve_dynamic": "mbfe.analyses.dynamic",
    "solve_kinematics": "mbfe.analyses.kinematics",
    "solve_inverse": "mbfe.analyses.inverse",
    "assemble": "mbfe.analyses.assemble",
    "Assembly": "mbfe.analyses.assemble",
    "trim": "mbfe.analyses.trim",
    "Trim": "mbfe.analyses.trim",
    "range_of_motion": "mbfe.analyses.motion_range",
    "MotionRange": "mbfe.analyses.motion_range",
    "MotionRun": "mbfe.results.motion_run",
    "linearise": "mbfe.analyses.linear",
    "linearize": "mbfe.analyses.linear",
    "solve_modes": "mbfe.analyses.modes",
    "campbell": "mbfe.analyses.campbell",
    "solve_buckling": "mbfe.analyses.buckling",
    "state_space": "mbfe.analyses.state_space",
    "solve_static": "mbfe.analyses.static",
    "solve_steady_rotation": "mbfe.analyses.steady",
    "ArcLength": "mbfe.analyses.controls",
    "DisplacementControl": "mbfe.analyses.controls",
    "Snapshot": "mbfe.analyses.snapshot",
    "StaticRun": "mbfe.results.static_run",
    "fit_damping": "mbfe.analyses.modal_damping",
    "StopWhen": "mbfe.analyses.watching",
    "Tolerance": "mbfe.analyses.plan",
    "Section": "mbfe.sections",
    "Sensor": "mbfe.sensors",
    "Run": "mbfe.results.run",
    "open_results": "mbfe.results.opening",
    "open_state": "mbfe.failures.state",
    "Diagnosis": "mbfe.failures.diagnosis",
    "MbfeError": "mbfe.errors",
    "ModelError": "mbfe.errors",
    "ResultsError": "mbfe.errors",
    "SolveError": "mbfe.errors",
}
_MODULES = (
    "blocks",
    "curves",
    "elements",
    "joints",
    "lines",
    "mass_properties",
    "profiles",
    "rotations",
    "sections",
    "shapes",
)


def __getattr__(name: str) -> object:
    """Load public names at first use, so that ``import mbfe`` is fast."""
    import importlib

    if name in _PUBLIC:
        return getattr(importlib.import_module(_PUBLIC[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"mbfe.{name}")
    raise AttributeError(f"module 'mbfe' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Public names."""
    return sorted([*_PUBLIC, *_MODULES, "__version__"])
