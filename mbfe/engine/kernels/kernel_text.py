"""Text of the group kernels: what is written for a law around its functions."""

from __future__ import annotations

from typing import Any

from mbfe.laws import Law

__all__ = ["kernel_text", "work_size"]

OWN = 3
"""Room for the energies (3) or powers (2) of one element, cleared before each call and then summed."""

_PROLOGUE = """
    load_factor = env.load_factor
    gravity = load_factor * vector(env.gravity, 0)
    pose = local[:, 0:7]
    twist = local[:, 7:13]
    accel = local[:, 13:19]
    residual = work[0:{n}]
    constraint = work[{n}:{n} + {m}]
    multipliers = work[{n} + {m}:{n} + 2 * {m}]
    scratch = work_by_name(work, {free}){variables}
    for e in range(count):
        history = history_by_name(history_table, e * {h})
        o = e * {np}
        p = parameters(parameter, o)
        take_motion(motion, index, e * {stride}, {k}, local){take}
        take_multipliers(multiplier, index, e * {stride} + {k} + {nv}, {m}, multipliers)
"""

_VARIABLES = """
    values = work[{n} + 2 * {m}:{n} + 2 * {m} + {nv}]
    rates = work[{n} + 2 * {m} + {nv}:{n} + 2 * {m} + 2 * {nv}]
    accels = work[{n} + 2 * {m} + 2 * {nv}:{n} + 2 * {m} + 3 * {nv}]
    q = values[0:{nc}]
    v = rates[0:{nc}]
    vdot = accels[0:{nc}]
    x = values[{nc}:{nc} + {ns}]
    xdot = rates[{nc}:{nc} + {ns}]
    y = values[{nc} + {ns}:{nv}]"""

_HEAD = '''"""Group kernels of the law "{name}" (generated)."""

parameters = row_reader({shapes[p]})
history_by_name = row_reader({shapes[history]}, writable=True)
work_by_name = row_reader({shapes[scratch]}, writable=True)
outputs_by_name = row_reader({shapes[out]}, writable=True)
energies_by_name = row_reader({shapes[energy]}, writable=True)
powers_by_name = row_reader({shapes[power]}, writable=True)
'''

_RESIDUAL = """

@entry(signature=RESIDUAL_SIGNATURE, mark=MARK)
def residual_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, r, local,
                    work):
    n_motion = 6 * motion.shape[0]{prologue}
        for i in range({n}):
            residual[i] = 0.0
        for i in range({m}):
            constraint[i] = 0.0{clear_for_residual}
        {status}law_residual({residual_arguments})
        give_residual(residual, constraint, index, e * {stride}, {k}, {nv}, {m}, n_motion, r){check}
    return 0
"""

_RATE = """

@entry(signature=RESIDUAL_SIGNATURE, mark=MARK)
def rate_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, r, local,
                work):
    n_motion = 6 * motion.shape[0]
    rate = work[{rate_at}:{rate_at} + {mh}]{prologue}
        for i in range({mh}):
            rate[i] = 0.0{rate}
        give_rates(rate, index, e * {stride} + {k} + {nv}, {mh}, n_motion, r)
    return 0
"""

_TANGENT = """

@entry(signature=TANGENT_SIGNATURE, mark=MARK)
def tangent_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, local, work,
                   block, weight, scales, kind, slot, step_tangent, values_of_matrix):
    n_motion = 6 * motion.shape[0]
    width = weight.stages * {n} + weight.sets * {m}
    M = block[0]
    G = block[1]
    K = block[2]
    B = block[3]
    N = block[4]
    L = block[5]{prologue}
{clear_blocks}{tangent}
        combine({k}, {nv}, {mh}, {m}, {general}, {inert}, index, e * {stride}, weight, step_tangent, scales,
                kind, n_motion, block, slot, e * width * width, values_of_matrix)
    return 0
"""

_OBSERVE = """

@entry(signature=OBSERVE_SIGNATURE, mark=MARK)
def observe_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, local, work,
                   sums, outputs):
    own = work[{own_at}:{own_at} + 3]
    energy = energies_by_name(own, 0){prologue}
        out = outputs_by_name(outputs, e * {no})
        clear(outputs, e * {no}, {no})
        clear(own, 0, 3){observe}
        for i in range(3):
            sums[i] += own[i]
    return 0
"""

_ADVANCE = """

@entry(signature=OBSERVE_SIGNATURE, mark=MARK)
def advance_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, local, work,
                   sums, outputs):
    status = 0
    own = work[{own_at}:{own_at} + 2]
    power = powers_by_name(own, 0){prologue}
        clear(own, 0, 2){advance}
        for i in range(2):
            sums[3 + i] += own[i]
    return status
"""

_SWITCH = """

@entry(signature=OBSERVE_SIGNATURE, mark=MARK)
def switch_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, local, work,
                  sums, outputs):
    status = 0
    phase = int(sums[0])
    code = int(sums[1]){prologue}
        if phase == 0 and e != int(sums[2]):
            continue{clear_for_switch}
        status += {switch}
    return status
"""

_RATES_BY_DIFFERENCES = """
        dt = interval(local, {k}, env.length)
        now = t
        for part in range(4):
            ahead = dt * (part - 2 if part < 2 else part - 1)
            f = (1.0 if part == 0 else -8.0 if part == 1 else 8.0 if part == 2 else -1.0) / (12.0 * dt)
            carry_local(motion, index, e * {stride}, {k}, {nv}, ahead, local, {values}, {rates})
            t = now + ahead
            for i in range({n}):
                residual[i] = 0.0
            for i in range({m}):
                constraint[i] = 0.0{clear}
            law_residual({residual_arguments})
            for i in range({mh}):
                rate[i] += f * constraint[i]
        t = now"""

_BEGIN_DIFFERENCES = """
        step = 6e-6
        saved = work[{free} + {s}:{free} + {s} + 7]
        plus = block[6, 0]
        plus_c = block[6, 1]"""

_NODE_DIFFERENCES = """
        for i in range({k}):
            for c in range(6):
                size = step * env.length if c < 3 else step
                for what in range(3):
                    if what == 0:
                        displace(local, i, c, size, saved)
                        h = size
                    elif what == 1:
                        h = size * max(1.0, abs(local[i, TWIST + c]) / (env.length if c < 3 else 1.0))
                        local[i, TWIST + c] += h
                    else:
                        h = {accel_step} * max(1.0, abs(local[i, ACCEL + c]))
                        local[i, ACCEL + c] += h{evaluate_plus}
                    if what == 0:
                        restore(local, i, saved)
                        displace(local, i, c, -size, saved)
                    elif what == 1:
                        local[i, TWIST + c] -= 2.0 * h
                    else:
                        local[i, ACCEL + c] -= 2.0 * h{evaluate_minus}
                    for j in range({n}):
                        block[2 - what, j, 6 * i + c] = (plus[j] - residual[j]) / (2.0 * h)
                    if what == 0:{node_rows}
                        restore(local, i, saved)
                    elif what == 1:{node_rates}
                        local[i, TWIST + c] += h
                    else:
                        local[i, ACCEL + c] += h"""

_VARIABLE_DIFFERENCES = """
        for c in range({nv}):
            for what in range(3 if c < {nc} else 2 if c < {nc} + {ns} else 1):
                table = values if what == 0 else rates if what == 1 else accels
                h = max(1.0, abs(table[c])) * (step if what < 2 else {accel_step})
                middle = table[c]
                table[c] = middle + h{evaluate_plus}
                table[c] = middle - h{evaluate_minus}
                table[c] = middle
                for j in range({n}):
                    block[2 - what, j, 6 * {k} + c] = (plus[j] - residual[j]) / (2.0 * h)
                if what < 2:
                    for j in range({m}):
                        block[3 + what, j, 6 * {k} + c] = (plus_c[j] - constraint[j]) / (2.0 * h)"""

_MULTIPLIER_DIFFERENCES = """
        for c in range({m}):
            h = step * max(1.0, abs(multipliers[c]))
            middle = multipliers[c]
            multipliers[c] = middle + h{evaluate_plus}
            multipliers[c] = middle - h{evaluate_minus}
            multipliers[c] = middle
            for j in range({n}):
                L[j, c] = (plus[j] - residual[j]) / (2.0 * h)"""

_ROW_DIFFERENCES = """
                        for j in range({m}):
                            {block}[j, 6 * i + c] = (plus_c[j] - constraint[j]) / (2.0 * h)"""


def _clear_work(law: Law, task: str, indent: int) -> str:
    """Line that clears the work arrays of a law before a call of one of its functions that takes them."""
    if law.fills_scratch or law.n_scratch == 0 or "scratch" not in law.arguments[task]:
        return ""
    return f"\n{' ' * indent}clear(work, {law.size + 2 * law.n_rows + 3 * law.n_variables}, {law.n_scratch})"


def _evaluate(law: Law, arguments: str, indent: int, *, keep: bool) -> str:
    n, m = law.size, law.n_rows
    pad = "\n" + " " * indent
    text = f"{pad}for j in range({n}):{pad}    residual[j] = 0.0"
    text += f"{pad}for j in range({m}):{pad}    constraint[j] = 0.0" if m else ""
    text += f"{_clear_work(law, 'residual', indent)}{pad}law_residual({arguments})"
    if keep:
        text += f"{pad}for j in range({n}):{pad}    plus[j] = residual[j]"
        if m:
            text += f"{pad}for j in range({m}):{pad}    plus_c[j] = constraint[j]"
    return text


def _differences(law: Law, numbers: dict[str, int], arguments: str) -> str:
    """Tangent by central differences of the residual on the manifold."""
    m = law.n_rows
    # equations of motion are linear in the accelerations, those of controllers need not be
    facts: dict[str, Any] = numbers | {"accel_step": 6e-6 if law.states or law.algebraic else 1.0}
    text = _BEGIN_DIFFERENCES.format(**numbers)

    def both(indent: int) -> dict[str, str]:
        return {
            "evaluate_plus": _evaluate(law, arguments, indent, keep=True),
            "evaluate_minus": _evaluate(law, arguments, indent, keep=False),
        }

    if law.nodes:
        rows = _ROW_DIFFERENCES.format(block="B", **numbers) if m else ""
        rates = _ROW_DIFFERENCES.format(block="N", **numbers) if law.nonholonomic else ""
        text += _NODE_DIFFERENCES.format(node_rows=rows, node_rates=rates, **both(20), **facts)
    if law.n_variables:
        text += _VARIABLE_DIFFERENCES.format(**both(16), **facts)
    if law.general_reactions and m:
        text += _MULTIPLIER_DIFFERENCES.format(**both(12), **numbers)
    return text


def _letters(law: Law) -> list[str]:
    """Tangents that a law has: those that its function takes, all that there are where it has none.

    The others are never written, and without M and G they are not read either.
    """
    taken = law.arguments.get("tangent")
    if taken is not None and not {"M", "G"} & set(taken):
        always = ["K"]
    else:
        always = ["M", "G", "K"]
    more = ["B"] if law.n_rows or law.n_variables else []
    more += ["N"] if law.nonholonomic or law.states or law.algebraic else []
    return always + more + (["L"] if law.general_reactions else [])


def _rate_task(law: Law, numbers: dict[str, int], lines: dict[str, str], arguments: str) -> str:
    if "rate" in lines:
        return lines["rate"]
    names = {"values": "values", "rates": "rates"} if law.n_variables else {"values": "work", "rates": "work"}
    clear = _clear_work(law, "residual", 12)
    return _RATES_BY_DIFFERENCES.format(residual_arguments=arguments, clear=clear, **names, **numbers)


def work_size(law: Law) -> int:
    """Length of the work array that the kernels of a law need.

    Seven keep a pose that is differenced, three the energies or powers of one element.
    """
    return law.size + 2 * law.n_rows + 3 * law.n_variables + law.n_scratch + 7 + law.rows + OWN


def kernel_text(law: Law) -> str:
    """Source of the group kernels of a law: a module; its names come from ``build_kernels``."""
    k, nv, m, n = law.nodes, law.n_variables, law.n_rows, law.size
    numbers = {"k": k, "nv": nv, "nc": law.coordinates, "ns": law.states, "m": m, "mh": law.rows, "n": n}
    numbers |= {"h": law.n_history, "s": law.n_scratch, "np": law.n_parameters, "no": law.n_outputs}
    numbers |= {"stride": k + nv + m, "free": n + 2 * m + 3 * nv, "side": max(n, m)}
    numbers["rate_at"] = numbers["free"] + law.n_scratch + 7
    numbers["own_at"] = numbers["rate_at"] + law.rows
    arguments = {task: ", ".join(names) for task, names in law.arguments.items()}
    calls = {task: f"law_{task}({names})" for task, names in arguments.items()}
    lines = {task: f"{_clear_work(law, task, 8)}\n        {call}" for task, call in calls.items()}
    take = "\n        take_variables(motion, index, e * {stride} + {k}, {nv}, values, rates, accels)"
    prologue = _PROLOGUE.format(
        variables=_VARIABLES.format(**numbers),
        take=take.format(**numbers) if nv else "",
        **numbers,
    )
    residual = arguments["residual"]
    letters = _letters(law)
    observe = "".join(lines[task] for task in ("energy", "output") if task in lines)
    advance = lines.get("power", "")
    if "advance" in lines and law.guards:
        advance += f"{_clear_work(law, 'advance', 8)}\n        code = {calls['advance']}"
        advance += "\n        if code == 1 or (code != 0 and status % 4 != 1):"
        advance += "\n            status = 4 * (e + 1) + code"
    elif "advance" in lines:
        advance += lines["advance"]
    text = _HEAD + _RESIDUAL + (_RATE if law.rows else "") + _TANGENT
    text += (_OBSERVE if observe else "") + (_ADVANCE if advance else "")
    text += _SWITCH if "switch" in calls else ""
    return text.format(
        name=law.name,
        shapes=law.shapes,
        prologue=prologue,
        residual_arguments=residual,
        clear_for_residual=_clear_work(law, "residual", 8),
        rate=_rate_task(law, numbers, lines, residual),
        tangent=lines.get("tangent") or _differences(law, numbers, residual),
        clear_blocks="\n".join(f"        clear_fours({letter})" for letter in letters),
        general=int(law.general_reactions),
        inert=int("M" not in letters and "G" not in letters),
        observe=observe,
        advance=advance,
        switch=calls.get("switch", ""),
        clear_for_switch=_clear_work(law, "switch", 8) if "switch" in calls else "",
        status="status = " if law.returns_status else "",
        check="\n        if status != 0:\n            return status" if law.returns_status else "",
        **numbers,
    )
