"""What notebooks show of a model: its items by kind, its degrees of freedom, and how it is drawn."""

from __future__ import annotations

from mbfe.audit.constraints import look_at_constraints
from mbfe.audit.findings import Count
from mbfe.audit.scattered import Scattered
from mbfe.errors import MbfeError, ModelError
from mbfe.files.cards import Markup, card, facts, framed, remarks, table
from mbfe.model import Model
from mbfe.results.views.run_card import InlineScene

__all__ = ["inline_scene", "model_card"]

SCENE_HEIGHT = 260
"""Height of the scene in the card of a model [pixel]."""
NAMES_SHOWN = 12
"""Names of items of one kind that are shown."""


def inline_scene(model: Model, height: int) -> InlineScene:
    """The scene of a model as drawn, as the value of a cell of a notebook."""
    if height <= 0:
        raise ModelError(
            f'model "{model.name}": scene: height', f"{height}", allowed="a positive number of pixels"
        )
    words = f'scene of "{model.name}" as drawn'
    return InlineScene(framed(model.to_html, height=height, words=words), words)


def model_card(model: Model) -> str:
    """Card of a model; what is wrong with it is said there, as nothing is raised by a display."""
    kinds: dict[str, list[str]] = {}
    for name, item in model.items.items():
        kinds.setdefault(type(item).__name__, []).append(name)
    rows = [(kind, len(names), _shortened(names)) for kind, names in kinds.items()]
    gravity = ", ".join(f"{value:g}" for value in model.gravity)
    scene, wrong = Markup(""), []
    try:
        freedom = _freedom(look_at_constraints(Scattered(model)).count) if rows else "no items"
        scene = Markup(inline_scene(model, SCENE_HEIGHT).markup if rows else "")
    except MbfeError as error:
        freedom, wrong = "not known", [str(error)]
    except Exception as error:  # of a user's own law
        freedom, wrong = "not known", [f"{type(error).__name__}: {error}"]
    return card(
        f'Model "{model.name}"',
        facts([("nodes", len(model.nodes) - 1), ("freedom", freedom), ("gravity", f"({gravity}) m/s²")]),
        table(("kind", "number", "items"), rows),
        remarks("problem", wrong),
        scene,
    )


def _freedom(count: Count) -> str:
    words = f"{count.dof} degree{'s' * (count.dof != 1)} of freedom"
    redundant = count.rows - count.rank
    return words + (f", {redundant} redundant row{'s' * (redundant != 1)}" if redundant else "")


def _shortened(names: list[str]) -> str:
    more = len(names) - NAMES_SHOWN
    return ", ".join(names[:NAMES_SHOWN]) + (f", … and {more} more" if more > 0 else "")
