"""Element given by equations that a user types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import refusal
from mbfe.compiled.callbacks import Callback
from mbfe.elements.equations.equations_differences import DIFFERENCED, python_differences
from mbfe.elements.equations.equations_functions import DERIVATIVES, FUNCTIONS, Storage, Typed
from mbfe.elements.equations.equations_law import make_law
from mbfe.elements.equations.equations_start import (
    GivenEquations,
    check_mass,
    names_of,
    start_values,
    tried_at_start,
)
from mbfe.elements.equations.equations_terms import Plan
from mbfe.engine.columns import RowKind
from mbfe.engine.kernels.kernels import build_kernels
from mbfe.errors import ModelError, settle
from mbfe.laws import Law
from mbfe.model import Builder, Model
from mbfe.model.whole import model_length, of_whole

__all__ = ["Equations"]

_laws: dict[tuple[Any, ...], Law] = {}


@dataclass(frozen=True, eq=False)
class Equations(GivenEquations):
    """Element made of equations: coordinates with mass, force and constraints, states and outputs.

    Parameters
    ----------
    name : str
        Name.
    y : sequence of str
        Names of the coordinates. A name with a dot is an existing one: a coordinate of another item, or
        "body.x", "body.y", "body.z", the world position of the origin of a body [m].
    mass : (n, n) or (n,) array_like, or callable
        M(t, y, x, u), or a constant; a diagonal may be given as a vector. Zero when absent.
    force : callable, optional
        f(t, y, z, x, u, lam, psi, mu), n numbers. Without the argument ``lam`` the constraint forces −g_yᵀλ
        are added to it, without ``psi`` −k_zᵀψ; with these arguments it contains them itself, in any form.
    holonomic : callable, optional
        g(t, y) = 0.
    nonholonomic : callable, optional
        k(t, y, z) = 0.
    states : sequence of str
        Names of first-order states x; with a dot, states of another item, as inputs.
    rate : callable
        ẋ of the element's own states, a function of (t, y, z, a, x, u, lam, psi, mu).
    outputs : sequence of str
        Names of outputs u; with a dot, outputs of another item, as inputs.
    output : callable
        u of the element's own outputs, a function of (t, y, z, a, x, u, lam, psi, mu): the equation may be
        implicit in u.
    potential : callable, optional
        Potential energy U(t, y) [J] of the forces, for the energy balance; it exerts no force.
    reactions : sequence of Item or str, optional
        Joints and equations whose multipliers are the argument ``mu``, one item after another, each with its
        constraints in their order.
    derivatives : mapping of str to callable, optional
        Any of "g_y", "g_t", "k_z", "k_y", "f_y", "f_z", "f_lam", "f_psi": matrices (of g_t a vector), with
        the arguments of their function.
    y0, z0 : sequence or mapping, optional
        Start values and rates of the element's own coordinates, zero when absent.
    x0, u0 : sequence or mapping, optional
        Start values of its own states; first guesses of its own outputs.
    lam0, psi0 : sequence, optional
        First guesses of the multipliers at the start, for forces that are not linear in them.
    units, scales : mapping of str to str, and to float
        Unit ("1" when absent) and typical size (1 when absent) of its own variables, by name; "t" for a
        time over which the equations change. Sizes scale errors and the steps of differences.
    n_holonomic, n_nonholonomic : int, optional
        Numbers of constraints; counted in a trial when absent.

    Notes
    -----
    M(t,y) ż = f(t,y,z,λ,ψ), 0 = g(t,y), 0 = k(t,y,z), ẏ = z (Jay and Negrut 2008, SOI2 paper, eq. 12);
    ẋ = rate, u = output (Brüls and Arnold 2008, eq. 3 and 4).

    The functions take any of the arguments above, in any order, recognised by their names. A function in
    plain Python gets arrays and returns numbers, lists or arrays. One decorated with
    ``mbfe.compiled.compiled`` runs at the speed of the engine; it gets tuples and returns numbers, tuples or
    tuples of tuples. Derivatives of the constraints that are not given are made by differences of sixth order
    (relative error about 1e-13 for functions that change over the typical sizes), those of forces, which only
    the iterations need, of second order.

    Equations in the position of a body act on it with the corresponding forces, in its z are the components
    of the world velocity, and in its a those of the world acceleration of its origin.

    Results: each coordinate by its name, with ``_rate`` and ``_acceleration``; states with ``_rate``;
    outputs; ``multipliers``.

    Examples
    --------
    >>> import mbfe
    >>> from mbfe import elements
    >>> model = mbfe.Model("oscillator")
    >>> mass = elements.Equations("mass", y=("x",), mass=[2.0], force=lambda y: -8.0 * y, y0=[1.0])
    >>> model.add(mass).name
    'mass'
    """

    def validate(self) -> None:
        """Check names, and recognise the functions by their arguments."""
        for group in ("y", "states", "outputs"):
            settle(self, **{group: names_of(self.where, group, getattr(self, group))})
        own = [name for name in (*self.y, *self.states, *self.outputs) if "." not in name]
        if not own and not self.y:
            raise ModelError(self.where, "it has no variables", allowed="y=, or states= and outputs=")
        if len(set(own)) < len(own):
            raise ModelError(self.where, f"names {own}", allowed="names that are used once")
        for key, allowed in (("units", own), ("scales", [*own, "t"])):
            for name in getattr(self, key):
                if name not in allowed:
                    raise ModelError(
                        f"{self.where}: {key}", f'it has no variable "{name}"', allowed=", ".join(allowed)
                    )
        settle(self, functions=self._typed())
        needed = {"rate": self.own("states"), "output": self.own("outputs")}
        for name, variables in needed.items():
            if bool(variables) != (name in self.functions):
                raise ModelError(
                    f"{self.where}: {name}",
                    f"{'not given' if variables else 'given'}, with {len(variables)} variables of its own",
                    allowed="a function where there are states= or outputs= without a dot, none otherwise",
                )

    def _typed(self) -> dict[str, Typed]:
        """Functions by name, in a fixed order."""
        made = {}
        for name in ("mass", "force", "holonomic", "nonholonomic", "rate", "output", "potential"):
            given = getattr(self, name)
            if given is None:
                continue
            if name != "mass" and not callable(given):
                raise refusal(self.where, name, given, "a function")
            made[name] = Typed(name, given, f"{self.where}: {name}")
        for name, given in self.derivatives.items():
            where = f"{self.where}: derivatives"
            if name not in DERIVATIVES:
                raise ModelError(where, f'"{name}"', allowed=", ".join(DERIVATIVES))
            if DERIVATIVES[name] not in made:
                raise ModelError(where, f'"{name}" without {DERIVATIVES[name]}=')
            made[name] = Typed(name, given, f"{where} {name}")
        for name in ("lam", "psi"):
            if f"f_{name}" in made and name not in made["force"].takes:
                raise ModelError(
                    f"{self.where}: derivatives", f'"f_{name}", but the force does not take "{name}"'
                )
        return made

    def join(self, model: Model) -> None:
        """Find the variables of others, try all functions at the start values, and declare the variables."""
        settle(self, start=tried_at_start(self, model, start_values(self, model)))
        kinds = {"y": "coordinate", "states": "state", "outputs": "output"}
        for group, kind in kinds.items():
            names = self.own(group)
            if names:
                model.add_variables(
                    self.name,
                    names,
                    kind=kind,
                    values=self.start.own(group, "value"),
                    rates=self.start.own(group, "rate"),
                    units=[self.units.get(name, "1") for name in names],
                    scales=[float(self.scales.get(name, 1.0)) for name in names],
                )

    def plan(self) -> Plan:
        """Data on which the law depends."""
        start = self.start
        moving = "mass" in self.functions and self.functions["mass"].constant is None
        return Plan(
            Storage.of(start.sizes),
            len(start.nodes),
            start.places,
            tuple(i for i, name in enumerate(self.states) if "." not in name),
            tuple(i for i, name in enumerate(self.outputs) if "." not in name),
            {name: typed.takes for name, typed in self.functions.items()},
            moving,
        )

    def build(self, builder: Builder) -> None:
        """Give the law what its store holds at first: sizes, addresses and constants."""
        if not self._shares(builder.model):
            check_mass(self, self.start)
        plan = self.plan()
        storage, start = plan.storage, self.start
        numbers = np.zeros(storage.length)
        length = model_length(builder.model)
        scales = start.scales(storage, length)
        numbers[storage.at["scale"] : storage.at["scale"] + storage.n_inputs] = scales
        made, addresses = self._callable(storage, scales)
        numbers[storage.at["call"] : storage.at["call"] + len(FUNCTIONS)] = addresses
        if "mass" in self.functions and not plan.moving_mass:
            first, size = storage.at["mass"], start.sizes.y**2
            numbers[first : first + size] = start.mass.ravel()
        variables = [
            builder.model.variable(name if "." in name else f"{self.name}.{name}")
            for group in ("y", "states", "outputs")
            for number, name in enumerate(getattr(self, group))
            if group != "y" or start.places[number][1] < 0
        ]
        builder.add(
            self,
            self._law(plan, made),
            [builder.model.node(name) for name in start.nodes],
            variables=variables,
            row_kinds=(RowKind.GENERAL,) * (start.sizes.lam + start.sizes.psi)
            + (RowKind.NOT_OWN,) * start.sizes.mu,
            multipliers=np.concatenate([start.values[name] for name in ("lam", "psi", "mu")]).tolist(),
            shared_rows=[(builder.model.items[other], row) for other, row in start.shared_rows],
            start=numbers,
        )

    def _callable(self, storage: Storage, scales: Floats) -> tuple[dict[str, Any], list[float]]:
        """Functions for compiled code by name, and the addresses of those that are called back."""
        made = {name: typed.prepare(storage) for name, typed in self.functions.items()}
        for name, function, variable in DIFFERENCED:
            typed = self.functions.get(function)
            if name in made or typed is None or typed.is_compiled or variable not in typed.takes:
                continue
            made[name] = python_differences(typed, storage, name, variable, scales)
        addresses = [made[name][1] if name in made else 0.0 for name in FUNCTIONS]
        return {name: function for name, (function, _) in made.items()}, addresses

    def _shares(self, model: Model) -> bool:
        """Whether other equations use coordinates of this element, and may add mass to them."""
        return any(f"{self.name}.{name}" in _coordinates_in_use(model) for name in self.own("y"))

    def _law(self, plan: Plan, made: Mapping[str, Any]) -> Law:
        """Law of this plan and these functions; elements with the same ones share it."""
        facts = [(name, typed.takes, typed.key) for name, typed in self.functions.items()]
        key = (plan.storage.sizes, plan.nodes, plan.places, plan.own_states, plan.own_outputs, *facts)
        if key not in _laws:
            found = make_law(plan, made)
            if any(typed.is_compiled for typed in self.functions.values()):
                self._compile(found)
            _laws[key] = found
        return _laws[key]

    def _compile(self, law: Law) -> None:
        """Compile the law of compiled functions now, so that errors in them are raised here."""
        try:
            build_kernels(law)
        except ModelError as error:
            given = f"its compiled functions do not compile: {error.given}"
            raise ModelError(self.where, given, allowed=error.allowed, remedy=error.remedy) from None

    def callbacks(self) -> tuple[Callback, ...]:
        """Its plain Python functions."""
        made = [c for typed in self.functions.values() for c in (typed.callback, *typed.derivatives.values())]
        return tuple(callback for callback in made if callback is not None)

    def row_words(self, local: int) -> str:
        """What a constraint row is called."""
        n = self.start.sizes.lam
        return f"holonomic constraint {local}" if local < n else f"nonholonomic constraint {local - n}"


@of_whole
def _coordinates_in_use(model: Model) -> frozenset[str]:
    """Coordinates on which equations of the model act, those of others by their full names."""
    return frozenset(name for item in model.items.values() if isinstance(item, Equations) for name in item.y)
