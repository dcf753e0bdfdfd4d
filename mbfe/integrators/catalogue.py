"""Schemes by name."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

from mbfe import integrators
from mbfe.checks import shown
from mbfe.errors import ModelError
from mbfe.integrators.scheme import Scheme

__all__ = ["SCHEMES", "find_scheme"]


def spelled(kind: type[Scheme]) -> str:
    """Name of a scheme from that of its class: GeneralizedAlpha is "generalized-alpha"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def kinds_of(base: type[Scheme]) -> Iterator[type[Scheme]]:
    """All classes of this package that derive from one."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith(f"{integrators.__name__}."):
            yield kind
        yield from kinds_of(kind)


def schemes() -> dict[str, type[Scheme]]:
    """The classes of schemes by name; each module of this package is looked at, and none is listed."""
    for entry in pkgutil.iter_modules(integrators.__path__):
        if entry.name != "catalogue":
            importlib.import_module(f"{integrators.__name__}.{entry.name}")
    return {spelled(kind): kind for kind in kinds_of(Scheme)}


SCHEMES = schemes()
"""The classes of schemes by name."""


def find_scheme(choice: Scheme | str | None, *, where: str = "scheme") -> Scheme:
    """Scheme from what a user gave.

    This is a scheme, the name of one, which is taken with its default parameters, or None for generalized-α
    with ρ∞ = 0.9; what there is no scheme of is refused, with `where` for the error.

    Examples
    --------
    >>> find_scheme("hht").gamma
    0.6
    """
    if isinstance(choice, Scheme):
        return choice
    name = "generalized-alpha" if choice is None else choice
    made = SCHEMES.get(name.lower()) if isinstance(name, str) else None
    if made is None:
        raise ModelError(
            where,
            shown(choice),
            allowed="a scheme such as GeneralizedAlpha(spectral_radius=0.8), or one of "
            + ", ".join(f'"{key}"' for key in SCHEMES),
        )
    return made()  # type: ignore[call-arg]
