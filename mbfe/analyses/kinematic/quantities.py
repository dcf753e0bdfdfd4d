"""Numbers of a model by their names in results, such as "hinge.angle", with their gradients."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.rotations import rotate
from mbfe.analyses.kinematic.geometry import Geometry
from mbfe.engine.kernels.gather import MOTION, NODE, POSE, TWIST
from mbfe.engine.matrices import carry_entry
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.errors import ModelError

Floats = NDArray[np.float64]

STEP = 1e-3
"""Steps of differences of fourth order, scaled."""
XYZ = {"x": 0, "y": 1, "z": 2}
BODY: dict[str, tuple[str, Callable[[Floats], Floats]]] = {
    "position": ("m", lambda row: row[0:3]),
    "velocity": ("m/s", lambda row: np.asarray(rotate(row[3:7], row[7:10]))),
    "angular_velocity": ("rad/s", lambda row: np.asarray(rotate(row[3:7], row[10:13]))),
}


class Quantity:
    """A number of a model that has a name.

    Parameters
    ----------
    geometry : Geometry
        The model.
    name : str
        Item and signal, e.g. ``"hinge.angle"``, ``"spring.length"``, ``"rod.position.x"``, or a variable.
    where : str
        For errors: the analysis and the argument.

    Attributes
    ----------
    unit : str
        Its unit.
    """

    def __init__(self, geometry: Geometry, name: str, where: str) -> None:
        self.geometry, self.name = geometry, name
        self._outputs = np.zeros(geometry.compiled.layout.n_output)
        self._read: Callable[[float], float]
        self._rows: set[int]
        owner, _, rest = name.partition(".")
        if not (self._is_variable(name) or self._is_body(owner, rest) or self._is_output(owner, rest)):
            raise ModelError(
                where, f'"{name}" names no number of the model', allowed=", ".join(self._known()[:24])
            )
        compiled = geometry.compiled
        rows = geometry.dofs // 6
        self.columns = np.flatnonzero(np.isin(rows, list(self._rows)))
        if self.columns.size == 0:
            raise ModelError(where, f'"{name}" does not move', allowed="a number that motion changes")
        self.length = geometry.length if self.unit in ("rad", "rad/s") else 1.0
        self._compiled = compiled

    @property
    def is_angle(self) -> bool:
        """Whether it is an angle [rad]."""
        return self.unit == "rad"

    def value(self, time: float) -> float:
        """Its value in the present state."""
        return float(self._read(time))

    def gradient(self, time: float) -> Floats:
        """Derivatives with the scaled unknowns (n,)."""
        g = self.geometry
        base, row = g.motion.copy(), np.zeros(len(g.dofs))
        reference = base.copy()
        for column in self.columns:
            dof = int(g.dofs[column])
            h = STEP * (g.length if g.compiled.system.kind[dof // 6] == NODE else 1.0)
            reference[:, 7:13] = 0.0
            reference[dof // 6, TWIST + dof % 6] = g.unit[column]
            total = 0.0
            here = self.value(time)
            for offset, weight in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
                carry_entry(self._compiled.system, self._compiled.state, reference, offset * h)
                total += weight * self.near(self.value(time) - here)
                g.motion[:] = base
            row[column] = total / (12.0 * h)
        return row

    def rate_row(self, time: float) -> tuple[Floats, float]:
        """Row and constant of its value as a linear function of the scaled twists.

        For a quantity of positions those of its rate.
        """
        g = self.geometry
        kept = g.motion.copy()
        g.set_twists(np.zeros(len(g.dofs)))
        constant, row = self.value(time), np.zeros(len(g.dofs))
        for column in self.columns:
            unit = np.zeros(len(g.dofs))
            unit[column] = 1.0
            g.set_twists(unit)
            row[column] = self.value(time) - constant
        g.motion[:] = kept
        return (row, constant) if row.any() else (self.gradient(time), 0.0)

    def near(self, change: float) -> float:
        """A change, of an angle without whole turns."""
        return float(np.remainder(change + np.pi, 2.0 * np.pi) - np.pi) if self.is_angle else change

    # ------------------------------------------------------------------ names

    def _is_variable(self, name: str) -> bool:
        variable = self.geometry.compiled.model.variables.get(name)
        if variable is None:
            return False
        at = MOTION * variable.row + POSE + variable.component
        self.unit, self._rows = variable.unit, {variable.row}
        self._read = lambda _: float(self.geometry.motion.reshape(-1)[at])
        return True

    def _is_body(self, owner: str, rest: str) -> bool:
        what, _, component = rest.partition(".")
        node = self.geometry.compiled.model.nodes.get(owner)
        if node is None or what not in BODY or component not in XYZ:
            return False
        self.unit, read = BODY[what]
        number, part = node.number, XYZ[component]
        self._rows = {number}
        self._read = lambda _: float(read(self.geometry.motion[number])[part])
        return True

    def _is_output(self, owner: str, rest: str) -> bool:
        compiled = self.geometry.compiled
        item = compiled.model.items.get(owner)
        if item is None:
            return False
        name, _, component = rest.partition(".")
        signals = {s.name: (s.output, s.part, s.unit) for s in item.signals_in(compiled.model)}
        output, part, unit = signals.get(name, ("", None, ""))
        for number in compiled.instances_of(item):
            instance = compiled.builder.instances[number]
            quantity = instance.law.outputs.get(output)
            if quantity is None:
                continue
            if component in quantity.components and part is None:
                part = quantity.components.index(component)
            if part is None and quantity.size > 1:
                return False
            place = compiled.layout.outputs[number] + instance.law.output_starts[output] + (part or 0)
            self.unit, self._rows = unit or quantity.unit, set(instance.nodes)
            self._read = lambda time: self._output(place, time)  # noqa: B023  (returned at once)
            return True
        return False

    def _output(self, place: int, time: float) -> float:
        compiled = self.geometry.compiled
        outputs_entry(compiled.system, compiled.state, time, self._outputs)
        return float(self._outputs[place])

    def _known(self) -> list[str]:
        model = self.geometry.compiled.model
        names = [f'"{item.name}.{s.name}"' for item in model.items.values() for s in item.signals]
        bodies = [f'"{node}.{what}.x"' for node in list(model.nodes)[1:3] for what in BODY]
        return [*model.variables, *names, *bodies]
