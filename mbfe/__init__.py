"""mbfe: flexible multibody dynamics by finite elements, in Python at compiled speed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

# elements/, joints/, blocks/ and examples/ stand beside mbfe/ in the sources and inside it when installed.
_here = Path(__file__).resolve().parent
if not (_here / "elements").is_dir() and (_here.parent / "elements" / "__init__.py").is_file():
    __path__.append(str(_here.parent))

from mbfe.version import __version__ as __version__  # noqa: E402  (after the path is complete)

if TYPE_CHECKING:
    from mbfe import blocks as blocks
    from mbfe import elements as elements
    from mbfe import joints as joints
    from mbfe import sections as sections
    from mbfe.algebra import rotations as rotations
    from mbfe.analyses.dynamic.dynamic import solve_dynamic as solve_dynamic
    from mbfe.analyses.dynamic.plan import Tolerance as Tolerance
    from mbfe.analyses.kinematic.assemble import Assembly as Assembly
    from mbfe.analyses.kinematic.assemble import assemble as assemble
    from mbfe.analyses.kinematic.inverse import solve_inverse as solve_inverse
    from mbfe.analyses.kinematic.kinematics import solve_kinematics as solve_kinematics
    from mbfe.analyses.kinematic.motion_range import MotionRange as MotionRange
    from mbfe.analyses.kinematic.motion_range import range_of_motion as range_of_motion
    from mbfe.analyses.linear.buckling import solve_buckling as solve_buckling
    from mbfe.analyses.linear.campbell import campbell as campbell
    from mbfe.analyses.linear.linearize import linearize as linearize
    from mbfe.analyses.linear.modal_damping import fit_damping as fit_damping
    from mbfe.analyses.linear.modes import solve_modes as solve_modes
    from mbfe.analyses.linear.state_space import state_space as state_space
    from mbfe.analyses.static.controls import ArcLength as ArcLength
    from mbfe.analyses.static.controls import DisplacementControl as DisplacementControl
    from mbfe.analyses.static.static import solve_static as solve_static
    from mbfe.analyses.static.steady import solve_steady_rotation as solve_steady_rotation
    from mbfe.analyses.static.trim import Trim as Trim
    from mbfe.analyses.static.trim import trim as trim
    from mbfe.errors import MbfeError as MbfeError
    from mbfe.errors import ModelError as ModelError
    from mbfe.errors import ResultsError as ResultsError
    from mbfe.errors import SolveError as SolveError
    from mbfe.failures.diagnosis import Diagnosis as Diagnosis
    from mbfe.functions import curves as curves
    from mbfe.functions import profiles as profiles
    from mbfe.geometry import lines as lines
    from mbfe.geometry import mass_properties as mass_properties
    from mbfe.geometry import shapes as shapes
    from mbfe.geometry.mass_properties import MassProperties as MassProperties
    from mbfe.integrators.generalized_alpha import GeneralizedAlpha as GeneralizedAlpha
    from mbfe.integrators.hht import HHT as HHT
    from mbfe.integrators.newmark import Newmark as Newmark
    from mbfe.integrators.newmark import Stormer as Stormer
    from mbfe.integrators.newmark import Trapezoidal as Trapezoidal
    from mbfe.integrators.scheme import Scheme as Scheme
    from mbfe.integrators.soi2 import SOI2 as SOI2
    from mbfe.laws import law as law
    from mbfe.model import Frame as Frame
    from mbfe.model import Model as Model
    from mbfe.model import Node as Node
    from mbfe.model.snapshot import Snapshot as Snapshot
    from mbfe.quantities.sensors import Sensor as Sensor
    from mbfe.results.failed_step import open_state as open_state
    from mbfe.results.motion_run import MotionRun as MotionRun
    from mbfe.results.opening import open_results as open_results
    from mbfe.results.run import Run as Run
    from mbfe.results.static_run import StaticRun as StaticRun
    from mbfe.sections.section import Section as Section

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
    "MassProperties": "mbfe.geometry.mass_properties",
    "solve_dynamic": "mbfe.analyses.dynamic.dynamic",
    "solve_kinematics": "mbfe.analyses.kinematic.kinematics",
    "solve_inverse": "mbfe.analyses.kinematic.inverse",
    "assemble": "mbfe.analyses.kinematic.assemble",
    "Assembly": "mbfe.analyses.kinematic.assemble",
    "trim": "mbfe.analyses.static.trim",
    "Trim": "mbfe.analyses.static.trim",
    "range_of_motion": "mbfe.analyses.kinematic.motion_range",
    "MotionRange": "mbfe.analyses.kinematic.motion_range",
    "MotionRun": "mbfe.results.motion_run",
    "linearize": "mbfe.analyses.linear.linearize",
    "solve_modes": "mbfe.analyses.linear.modes",
    "campbell": "mbfe.analyses.linear.campbell",
    "solve_buckling": "mbfe.analyses.linear.buckling",
    "state_space": "mbfe.analyses.linear.state_space",
    "solve_static": "mbfe.analyses.static.static",
    "solve_steady_rotation": "mbfe.analyses.static.steady",
    "ArcLength": "mbfe.analyses.static.controls",
    "DisplacementControl": "mbfe.analyses.static.controls",
    "Snapshot": "mbfe.model.snapshot",
    "StaticRun": "mbfe.results.static_run",
    "fit_damping": "mbfe.analyses.linear.modal_damping",
    "StopWhen": "mbfe.analyses.start.watching",
    "Tolerance": "mbfe.analyses.dynamic.plan",
    "Section": "mbfe.sections",
    "Sensor": "mbfe.quantities.sensors",
    "Run": "mbfe.results.run",
    "open_results": "mbfe.results.opening",
    "open_state": "mbfe.results.failed_step",
    "Diagnosis": "mbfe.failures.diagnosis",
    "MbfeError": "mbfe.errors",
    "ModelError": "mbfe.errors",
    "ResultsError": "mbfe.errors",
    "SolveError": "mbfe.errors",
}
_MODULES = {
    "blocks": "mbfe.blocks",
    "curves": "mbfe.functions.curves",
    "elements": "mbfe.elements",
    "joints": "mbfe.joints",
    "lines": "mbfe.geometry.lines",
    "mass_properties": "mbfe.geometry.mass_properties",
    "profiles": "mbfe.functions.profiles",
    "rotations": "mbfe.algebra.rotations",
    "sections": "mbfe.sections",
    "shapes": "mbfe.geometry.shapes",
}


def __getattr__(name: str) -> object:
    """Load public names at first use, so that ``import mbfe`` is fast."""
    import importlib

    if name in _PUBLIC:
        return getattr(importlib.import_module(_PUBLIC[name]), name)
    if name in _MODULES:
        return importlib.import_module(_MODULES[name])
    raise AttributeError(f"module 'mbfe' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Public names."""
    return sorted([*_PUBLIC, *_MODULES, "__version__"])
