"""Direct-current motor on a joint coordinate."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from mbfe.blocks.block import Fed
from mbfe.checks import positive, shown
from mbfe.elements.actuators.electric_motor_law import electric_motor
from mbfe.errors import ModelError
from mbfe.joints.coordinates.on_coordinates import OnCoordinates
from mbfe.model import Builder, Model, NamedOutput

__all__ = ["ElectricMotor"]


@dataclass(frozen=True, eq=False)
class ElectricMotor(OnCoordinates, Fed):
    """Direct-current motor: voltage in, effort on a joint coordinate out, its current a state.

    Parameters
    ----------
    name : str
        Name.
    coordinate : str
        Coordinate that it drives, named as in results: ``"hinge.angle"``; a linear motor drives a
        ``"slide.displacement"``. A gear is part of the constant: reduction times that of the motor.
    voltage : block, str, signal, number, curve or callable
        Source of the voltage u [V]; blocks that are not in the model yet are added with it.
    inductance, resistance : float
        L [H] and R [Ω] of the winding.
    constant : float
        k, torque per current [N m/A] and voltage per speed [V s/rad]; [N/A] and [V s/m] of a linear motor.
    speed_constant : float, optional
        Voltage per speed, if different.
    initial_current : float
        Current at the start [A].

    Notes
    -----
    L di/dt = u − R i − k ω, effort k i. ½ L i² counts as elastic energy, R i² is dissipated, u i is work of
    loads. Results: ``position``, ``rate``, ``effort`` (positive when it does work as the coordinate grows),
    ``current`` [A], ``voltage`` [V], ``power`` [W] from the supply.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model()
    >>> rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.02, 0.02, 0.02)))
    >>> hinge = model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1)))
    >>> coil = {"inductance": 1e-3, "resistance": 0.5, "constant": 0.1}
    >>> model.add(elements.ElectricMotor("motor", "hinge.angle", voltage=12.0, **coil)).name
    'motor'
    """

    name: str
    coordinate: Any
    _: KW_ONLY
    voltage: Any
    inductance: float
    resistance: float
    constant: float
    speed_constant: float | None = None
    initial_current: float = 0.0

    fed: ClassVar[tuple[str, ...]] = ("voltage",)
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("position", "position", None, "the coordinate", rate="rate"),
        NamedOutput("rate", "rate", None, "its rate"),
        NamedOutput("effort", "effort", None, "effort on the mechanism"),
        NamedOutput("voltage", "voltage", None, "voltage", unit="V"),
        NamedOutput("power", "power", None, "power from the supply", unit="W"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        positive(self.where, "inductance", self.inductance)
        positive(self.where, "resistance", self.resistance, zero=True)
        self.factors  # noqa: B018  (checks the name)

    def join(self, model: Model) -> None:
        """Find the coordinate, add the block of the voltage, declare the current."""
        if self.combined(model).variables:
            given = f"{shown(self.coordinate)}, an arc length along a curve"
            raise ModelError(f"{self.where}: coordinate", given, allowed="a coordinate of a joint")
        self.connect(model)
        start = {"values": (float(self.initial_current),), "units": "A"}
        model.add_variables(self.name, ("current",), kind="state", **start)  # type: ignore[arg-type]

    def build(self, builder: Builder) -> None:
        """Give the law the coordinate and the winding."""
        model = builder.model
        found = self.combined(model)
        builder.add(
            self,
            electric_motor,
            found.nodes,
            variables=[model.variable(f"{self.name}.current"), self.feeding_in("V", model)],
            history=found.history,
            places=found.places,
            factors=found.factors,
            inductance=self.inductance,
            resistance=self.resistance,
            torque_constant=self.constant,
            speed_constant=self.constant if self.speed_constant is None else self.speed_constant,
        )
