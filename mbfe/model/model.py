"""The model: a named set of nodes, elements, joints and sensors, validated as it is built."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from mbfe import doors
from mbfe.checks import shown
from mbfe.contracts import checked
from mbfe.engine.scheme import one_stage
from mbfe.engine.state import Stages
from mbfe.errors import ModelError, naming
from mbfe.model.compile import CompiledModel, compile_model
from mbfe.model.contents import ModelContents
from mbfe.model.item import Item

__all__ = ["Model"]

ItemT = TypeVar("ItemT", bound=Item)


class Model(ModelContents):
    """A mechanism.

    Parameters
    ----------
    name : str
        Name of the model; names its files.
    gravity : (3,) array_like
        Gravity [m/s²], world frame; zero by default. It acts on everything with mass.
    length : float, optional
        Characteristic length [m] for scaling; from the extent of the model when absent.

    Attributes
    ----------
    name : str
        Name.
    ground : Node
        The fixed node, at the origin of the world.
    nodes : dict of str to Node
        Nodes by name, the ground first.
    items : dict of str to Item
        Elements, joints and sensors by name.
    groups : dict of str to tuple of str
        Named groups of items.
    variables : dict of str to Variable
        Generalized coordinates, states and outputs by full name.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model("pendulum", gravity=(0, 0, -9.81))
    >>> body = elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17))
    >>> rod = model.add(body)
    >>> hinge = model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    >>> sorted(model.items)
    ['hinge', 'rod']
    """

    # ------------------------------------------------------------------ building

    def add(self, item: ItemT) -> ItemT:
        """Add an element, joint or sensor, check it against the model and return it.

        Parameters
        ----------
        item : Item
                    The item; its name must be new.

        Returns
        -------
        Item
            The same item, for use in later calls.

        Raises
        ------
        ModelError
            If the name is taken or the item does not fit the model.
        """
        if not isinstance(item, Item):
            raise ModelError(
                f'model "{self.name}": add: item', shown(item), allowed="an element, joint or sensor of mbfe"
            )
        if item.name in self.items:
            raise ModelError(
                f'model "{self.name}": add',
                f'a {type(self.items[item.name]).__name__} named "{item.name}" is there already',
                allowed="names that are used once",
            )
        with naming(item.where):
            item.join(self)
        self.items[item.name] = item
        self.facts.clear()
        return item

    # ------------------------------------------------------------------ compiling

    def compile(self, *, stages_of: Callable[..., Stages] = one_stage) -> CompiledModel:
        """Check the whole model and translate it into the engine's arrays.

        Parameters
        ----------
        stages_of : callable
            Stages, sets of multipliers and points that the scheme needs which will run it, of
            (holonomic=, nonholonomic=), whether there are such constraint rows.
        """
        return compile_model(self, stages_of=stages_of)

    def assemble(
        self,
        *,
        values: Mapping[str, float] | None = None,
        rates: Mapping[str, float] | None = None,
        hold: Iterable[Any] = (),
        weights: Mapping[str, float] | None = None,
        metric: str = "mass",
        state: Any = None,
        time: float | None = None,
        attempts: int = 20,
    ) -> Any:
        """Close the loops of the model from an approximate pose; see :func:`mbfe.assemble`.

        The model itself is not changed; analyses start from the result, ``state=model.assemble()``.
        """
        return doors.opened("assemble")(
            self,
            values=values,
            rates=rates,
            hold=hold,
            weights=weights,
            metric=metric,
            state=state,
            time=time,
            attempts=attempts,
        )

    @checked
    def matrices(self, *, time: float = 0.0) -> Any:
        """M, G, K and B of the model in its initial state, as sparse matrices.

        Parameters
        ----------
        time : float
            Time at which time functions are evaluated [s].

        Returns
        -------
        mbfe.model.compile.Matrices
            ``M``, ``G``, ``K`` (n × n) and ``B`` (m × n), with ``dofs`` and ``rows`` naming rows and columns.

        Notes
        -----
        M = ∂r/∂𝒜, G = ∂r/∂𝒱, K = ∂r/∂η and B = ∂C/∂η, body-frame increments, force before moment. K includes
        d(Bᵀμ)/dη with the multipliers of the state, zero before a run.
        """
        return self.compile().matrices(time=time)

    @checked
    def audit(self, *, time: float = 0.0) -> Any:
        """Check the model before it is solved; it is not changed, and no error is raised.

        Parameters
        ----------
        time : float
            Time at which time functions are evaluated [s].

        Returns
        -------
        mbfe.audit.Audit
            Degrees of freedom, redundant rows, free motions, gaps, units, scales and a step; ``print`` it.
        """
        return doors.opened("audit")(self, time=time)

    @checked
    def to_html(self, path: str | os.PathLike[str]) -> Path:
        """Write the model as drawn as a scene, one HTML file that any browser opens without a network.

        Parameters
        ----------
        path : path
            The file, such as ``"car.html"``.

        Returns
        -------
        Path
            The file.

        Notes
        -----
        Nothing is solved: there are no forces and values, and joints that are not closed are seen open.
        """
        written: Path = doors.opened("scene")(self, path)
        return written

    @checked
    def picture(
        self,
        path: str | os.PathLike[str],
        *,
        size: Any = (1280, 720),
        camera: Any = None,
        background: str = "#FFFFFF",
        ground: bool | None = None,
    ) -> Path:
        """Write a picture of the model as drawn, ``.png`` or ``.jpg`` (extra ``view``).

        Parameters
        ----------
        path : path
            The file.
        size, camera, background, ground
            As for :meth:`mbfe.Run.picture`.

        Returns
        -------
        Path
            The file.
        """
        picture = doors.opened("picture")
        written: Path = picture(self, path, size=size, camera=camera, background=background, ground=ground)
        return written

    @checked
    def scene(self, *, height: int = 480) -> Any:
        """Scene of the model as drawn in a notebook, as the value of a cell.

        Parameters
        ----------
        height : int
            Height of the frame [pixel].

        Returns
        -------
        InlineScene
            The page of :meth:`to_html` in a frame, which stays in the notebook's file.
        """
        return doors.opened("inline_scene")(self, height)

    def _repr_html_(self) -> str:
        html: str = doors.opened("model_card")(self)
        return html

    def __str__(self) -> str:
        lines = [f'Model "{self.name}": {len(self.nodes) - 1} nodes, {len(self.items)} items']
        width = max([len(name) for name in self.items], default=4)
        for name, item in self.items.items():
            lines.append(f"  {name:<{width}}  {type(item).__name__}")
        lines.append(f"  gravity {tuple(self.gravity.tolist())} m/s²")
        return "\n".join(lines)
