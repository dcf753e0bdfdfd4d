"""Whether the residual of a balance is round-off, and strains that stand in place of those of its motion."""

from __future__ import annotations

from mbfe.compiled import compiled, invoke
from mbfe.engine.assembly import observe_all
from mbfe.engine.balance.equations import assemble_stiffness, gap_of, grown, pull_of
from mbfe.engine.balance.tolerances import NEWTON
from mbfe.engine.stepping.terms import term_sizes

__all__ = ["give_strains_back", "measure_strains", "only_noise", "take_strains"]


@compiled
def reach_of(system, state, b):
    """Size of coordinates, of which their round-off is a part: the model's length or distance [m]."""
    largest = system.environment.length
    for i in range(b.nodes.shape[0]):
        for c in range(3):
            largest = max(largest, abs(state.motion[b.nodes[i], c]))
    return largest


@compiled
def sum_rows(system, state, b):
    """Sums of the sizes of K's entries in each row of ``b.moving``, scaled, in ``b.rounded``."""
    assemble_stiffness(system, state, b)
    fronts = system.fronts
    for i in range(b.sizes.shape[0]):
        b.sizes[i] = 0.0
    for f in range(fronts.size.shape[0]):
        start, m, width, offset = fronts.first[f], fronts.size[f], fronts.width[f], fronts.offset[f]
        k = fronts.first[f + 1] - start
        to = fronts.update_start[f] - k
        for i in range(m):
            q = start + i if i < k else fronts.update[to + i]
            if system.is_row[q] == 1:
                continue
            total = 0.0
            for j in range(m):
                p = start + j if j < k else fronts.update[to + j]
                if system.is_row[p] == 0:
                    total += abs(state.values[offset + i * width + j])
            b.sizes[system.base[q]] += total
    for i in range(b.moving.shape[0]):
        b.rounded[i] = b.sizes[b.moving[i]]


@compiled
def round_off(system, state, b):
    """Residual of each unknown of ``b.moving`` that is round-off of its terms [N], moments over the length.

    Forces are as exact as their sizes, and as what a round-off of positions makes of them.
    """
    if b.follow == 0.0:
        sum_rows(system, state, b)
    else:
        invoke(b.follow, b.asked, b.answer)
        for i in range(b.moving.shape[0]):
            b.rounded[i] = b.answer[i]
    reach = reach_of(system, state, b)
    term_sizes(system, state, b.time, b.places, b.element, b.sizes)
    for i in range(b.moving.shape[0]):
        at = b.moving[i]
        unit = 1.0 if b.is_node[i] == 1 else state.scales[at]
        b.rounded[i] = NEWTON.rounded_sum * (unit * b.sizes[at] + reach * b.rounded[i])


@compiled
def only_noise(system, state, b):
    """Whether the residual is round-off: it would push along motions that nothing resists."""
    pull = pull_of(state, b)
    n_motion = 6 * state.motion.shape[0]
    reaction = 0.0
    for j in range(state.multiplier.shape[0]):
        reaction = grown(reaction, abs(state.multiplier[j] / state.scales[n_motion + j]))
    typical = max(reaction, state.stiffness * system.environment.length)
    if pull > NEWTON.suspicious_residual * typical:
        return False
    if gap_of(state) > NEWTON.rounded_gap * reach_of(system, state, b):
        return False
    round_off(system, state, b)
    largest = 0.0
    for i in range(b.moving.shape[0]):
        at = b.moving[i]
        if not abs(state.r[at] * state.scales[at]) <= b.rounded[i]:
            return False
        largest = max(largest, b.rounded[i])
    return pull <= largest


@compiled
def measure_strains(system, state, b, strains, out):
    """Strains of the present motion."""
    if out.shape[0] == 0:
        return
    observe_all(system, state, b.time, b.output)
    for i in range(out.shape[0]):
        out[i] = b.output[strains.place[i]]


@compiled
def take_strains(system, state, b, strains, taken):
    """Let laws see the present motion with strains ``taken``, until :func:`give_strains_back`."""
    measure_strains(system, state, b, strains, strains.now)
    for i in range(taken.shape[0]):
        strains.given[i] = system.parameter[strains.reference[i]]
    for i in range(taken.shape[0]):
        system.parameter[strains.reference[i]] = strains.given[i] + strains.now[i] - taken[i]


@compiled
def give_strains_back(system, strains):
    """References of strains as they are given."""
    for i in range(strains.given.shape[0]):
        system.parameter[strains.reference[i]] = strains.given[i]
