"""Compile ahead of time what models need: the command ``mbfe warm``.

Laws compile side by side in processes of their own, each of which keeps what it made in the folder of
:mod:`mbfe.compiled.cache`. What is kept already, or came with a wheel, is not compiled again.
"""

from __future__ import annotations

import importlib
import inspect
import multiprocessing
import os
import pkgutil
import sys
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

import mbfe
from mbfe import blocks, elements, joints
from mbfe.compiled import JIT
from mbfe.compiled.announcing import announcer
from mbfe.engine import warm
from mbfe.engine.kernels.together import compile_at, laws_in
from mbfe.errors import ModelError, unknown_name
from mbfe.integrators.catalogue import SCHEMES, find_scheme
from mbfe.laws import Law
from mbfe.model.item import Item

__all__ = ["Task", "compile_ahead", "kinds", "tasks_of"]


class Task(NamedTuple):
    """Something to compile in a process of its own: a function and its argument."""

    name: str
    function: Callable[[str], None]
    argument: str


# ------------------------------------------------------------------ what there is to compile


def kinds() -> dict[str, dict[Law, str]]:
    """Public kinds of elements, joints and blocks with the laws that they may need and their places.

    Kinds without any make their laws of their numbers, as equations and couplings of several coordinates.
    """
    found = {}
    for package in (elements, joints, blocks):
        for name in package.__all__:
            kind = getattr(package, name)
            if inspect.isclass(kind) and issubclass(kind, Item):
                found[name] = laws_in(sys.modules[base.__module__] for base in kind.__mro__)
    return found


def all_laws() -> dict[Law, str]:
    """Laws of all modules of elements, joints and blocks."""
    packages = (elements, joints, blocks)
    names = (pkgutil.walk_packages(package.__path__, f"{package.__name__}.") for package in packages)
    return laws_in(importlib.import_module(entry.name) for entries in names for entry in entries)


def tasks_of(chosen: Sequence[str]) -> list[Task]:
    """What to compile for some kinds, or for all that this package has when none is named.

    Raises
    ------
    ModelError
        If there is no such kind.
    """
    known = kinds()
    for name in chosen:
        if name not in known:
            raise unknown_name("mbfe warm", name, tuple(known), "kinds", remedy="Name none to compile all")
    laws = all_laws() if not chosen else {law: at for name in chosen for law, at in known[name].items()}
    tasks = [Task("time loop", compile_loop, "")]
    tasks += [Task(f"law {law.name}", compile_at, place) for law, place in laws.items()]
    if not chosen:
        tasks += [Task(name, run_small, name) for name in SMALL]
        tasks += [Task(f"scheme {name}", run_scheme, name) for name in SCHEMES]
    return tasks


# ------------------------------------------------------------------ compilation, in other processes


def compile_loop(_: str) -> None:
    """Compile the time loop."""
    warm.compile_loop()


def oscillator() -> mbfe.Model:
    """A pendulum on a spring."""
    model = mbfe.Model("oscillator", gravity=(0, 0, -9.81))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.01, 0.2, 0.2)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(
        elements.PointSpring(
            "spring", model.ground, rod, first_point=(1, 0, 1), second_point=(1, 0, 0), stiffness=200.0
        )
    )
    return model


def run_automatic() -> None:
    """Automatic steps with a stop condition and output times."""
    stop = mbfe.StopWhen("rod.position.z", level=-0.01, direction="falling")
    mbfe.solve_dynamic(
        oscillator(), duration=0.1, step="auto", stop=stop, output_step=0.01, progress=False
    )


def run_varying() -> None:
    """Steps that change."""
    mbfe.solve_dynamic(oscillator(), duration=0.03, step=[0.01, 0.02], progress=False)


def run_static() -> None:
    """Equilibrium and modes about it."""
    mbfe.solve_modes(oscillator(), about=mbfe.solve_static(oscillator(), progress=False))


def run_kinematic() -> None:
    """Assembly of a mechanism and its degrees of freedom."""
    mbfe.assemble(oscillator())


SMALL = {
    "automatic steps": run_automatic,
    "varying steps": run_varying,
    "equilibria and modes": run_static,
    "assembly": run_kinematic,
}
"""Small analyses by name: each compiles what its kind needs."""


def run_small(name: str) -> None:
    """Run one of the small analyses."""
    SMALL[name]()


def run_scheme(name: str) -> None:
    """Two steps with a scheme; one that refuses the joint takes a free body."""
    scheme = find_scheme(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            mbfe.solve_dynamic(oscillator(), duration=2e-3, step=1e-3, scheme=scheme, progress=False)
        except ModelError:
            free = mbfe.Model("free")
            free.add(elements.RigidBody("body", mass=1.0, inertia=(1.0, 1.0, 1.0)))
            mbfe.solve_dynamic(free, duration=2e-3, step=1e-3, scheme=scheme, progress=False)


def _be_silent() -> None:
    """Leave it to the process that waits to say what is compiled."""
    announcer.is_silent = True


def compile_ahead(chosen: Sequence[str], *, jobs: int | None = None, progress: bool = True) -> int:
    """Compile some kinds, or everything, on all processors; returns the number of tasks.

    Parameters
    ----------
    chosen : sequence of str
        Public names of elements, joints and blocks; all, with analyses and schemes, when empty.
    jobs : int, optional
        Number of processes; that of the processors when absent.
    progress : bool
        Whether a bar on the standard error names what was compiled last.

    Raises
    ------
    ModelError
        If there is no such kind, or nothing is compiled at all (``NUMBA_DISABLE_JIT=1``).
    """
    from tqdm import tqdm

    if not JIT:
        raise ModelError("mbfe warm", "NUMBA_DISABLE_JIT=1", allowed="a process that compiles")
    tasks = tasks_of(chosen)
    workers = jobs or os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(tasks)), mp_context=context, initializer=_be_silent) as pool:
        waiting = {pool.submit(task.function, task.argument): task for task in tasks}
        with tqdm(total=len(tasks), unit="kinds", disable=not progress) as bar:
            for done in as_completed(waiting):
                done.result()
                bar.set_postfix_str(waiting[done].name, refresh=False)
                bar.update()
    return len(tasks)
