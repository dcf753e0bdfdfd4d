"""Law of a block whose function a user wrote: y = f(u₁ …), or f(t, u₁ …)."""

from __future__ import annotations

import math
from functools import cache

from mbfe.compiled import F8, caller, compiled
from mbfe.laws import Law, law
from mbfe.model.force_functions import call_back

__all__ = ["OF_INPUTS", "OF_TIME", "PYTHON", "function_of", "function_of_one", "function_of_two"]

PYTHON, OF_INPUTS, OF_TIME = range(3)
"""Kinds: a Python function, a compiled one of the inputs, a compiled one of time and the inputs."""
STEP = 6e-6
"""Step of central differences, in units of the typical size of an input."""


@compiled
def ask(t, step, y, p, scratch):
    """Value of a Python function; its derivatives too when a step is given."""
    given = scratch.given
    given[0] = t
    given[1] = step
    for i in range(given.shape[0] - 2):
        given[2 + i] = y[1 + i]
    return scratch.results[0] if call_back(p.address, given, scratch.results) == 0 else math.nan


@cache
def function_of(n: int) -> Law:
    """Law of a function of n inputs."""
    call_inputs, call_time = caller(F8(*[F8] * n)), caller(F8(*[F8] * (n + 1)))
    # tuples of n inputs, written out: their length is part of the type
    inputs = "".join(f"u[{i}], " for i in range(n))
    namespace = {"compiled": compiled, "call_inputs": call_inputs, "call_time": call_time}
    text = f"""
@compiled
def value(kind, at, t, u):
    if kind == {OF_INPUTS}:
        return call_inputs(int(at), ({inputs}))
    return call_time(int(at), (t, {inputs}))
"""
    exec(text, namespace)
    value = namespace["value"]

    def residual_of_function(t, y, p, scratch, residual):
        u = scratch.inputs
        if p.kind > PYTHON:
            for i in range(n):
                u[i] = y[1 + i]
            f = value(p.kind, p.address, t, u)
        else:
            f = ask(t, 0.0, y, p, scratch)
        residual[0] += y[0] - f
        return 0 if f == f else 1

    def tangent_of_function(t, y, p, scratch, K):
        u = scratch.inputs
        K[0, 0] += 1.0
        if p.kind == PYTHON:
            if not math.isnan(ask(t, STEP, y, p, scratch)):
                for i in range(n):
                    K[0, 1 + i] -= scratch.results[1 + i]
            return
        for i in range(n):
            u[i] = y[1 + i]
        for i in range(n):
            h = STEP * max(1.0, abs(y[1 + i]))
            u[i] = y[1 + i] + h
            up = value(p.kind, p.address, t, u)
            u[i] = y[1 + i] - h
            down = value(p.kind, p.address, t, u)
            u[i] = y[1 + i]
            K[0, 1 + i] -= (up - down) / (2.0 * h)

    made = law(
        name=f"function_of_{n}",
        nodes=0,
        algebraic=1 + n,
        parameters={"kind": "1", "address": "1"},
        returns_status=True,
        scratch={"inputs": n, "given": 2 + n, "results": 1 + n},
    )(residual_of_function)
    return made.tangent(tangent_of_function)


function_of_one, function_of_two = function_of(1), function_of(2)
