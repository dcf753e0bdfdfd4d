"""Schemes by name."""

from __future__ import annotations

from mbfe.checks import shown
from mbfe.errors import ModelError
from mbfe.integrators.generalized_alpha import GeneralizedAlpha
from mbfe.integrators.hht import HHT
from mbfe.integrators.newmark import Newmark, Stormer, Trapezoidal
from mbfe.integrators.scheme import Scheme
from mbfe.integrators.soi2 import SOI2

SCHEMES: dict[str, type[Scheme]] = {
    "generalized-alpha": GeneralizedAlpha,
    "newmark": Newmark,
    "trapezoidal": Trapezoidal,
    "stormer": Stormer,
    "hht": HHT,
    "soi2": SOI2,
}
"""The classes of schemes by name."""


def find_scheme(choice: Scheme | str | None, *, where: str = "scheme") -> Scheme:
    """Scheme from what a user gave.

    Parameters
    ----------
    choice : Scheme, str or None
        A scheme, the name of one, which is taken with its default parameters, or None for generalized-α
        with ρ∞ = 0.9.
    where : str
        For the error.

    Returns
    -------
    Scheme
        The scheme.

    Raises
    ------
    ModelError
        If there is no scheme of that name.

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
    return _with_defaults(made)


def _with_defaults(made: type[Scheme]) -> Scheme:
    return made()  # type: ignore[call-arg]
