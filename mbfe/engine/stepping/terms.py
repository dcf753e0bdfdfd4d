"""Sizes of the terms that cancel in a residual, of which its round-off is a part."""

from __future__ import annotations

from mbfe.compiled import compiled, entry
from mbfe.engine.kernels.kernels import call_residual

__all__ = ["term_sizes", "term_sizes_entry"]


@compiled
def term_sizes(system, state, t, places, alone, sizes):
    """Add up what every element by itself exerts on each node, with the sign left out.

    A law cancels inside as well: the moments of a joint about a node are arms times forces. All components of
    a node therefore count the largest force on it, moments divided by the model's length.

    ``places`` (n_kind, 2) are the numbers of nodes and variables of one element of each kind, ``alone``
    (6 n_node + n_row,) is workspace, zero. ``sizes`` (6 n_node,) receives the sums: forces [N] in all
    components of a node, as in the residual for variables. Returns 0, or 1 when a law failed.
    """
    for i in range(sizes.shape[0]):
        sizes[i] = 0.0
    length = system.environment.length
    failed = 0
    for g in range(system.count.shape[0]):
        count = system.count[g]
        if system.residual[g] == 0 or count == 0:
            continue
        n_parameter = (system.first_parameter[g + 1] - system.first_parameter[g]) // count
        n_index = (system.first_index[g + 1] - system.first_index[g]) // count
        n_history = (system.first_history[g + 1] - system.first_history[g]) // count
        nodes, variables = places[g, 0], places[g, 1]
        for e in range(count):
            first = system.first_index[g] + e * n_index
            index = system.index[first : first + n_index]
            parameter = system.first_parameter[g] + e * n_parameter
            history = system.first_history[g] + e * n_history
            status = call_residual(
                system.residual[g],
                (
                    1,
                    t,
                    system.environment,
                    state.motion,
                    state.multiplier,
                    state.history[history : history + n_history],
                    system.curves,
                    system.parameter[parameter : parameter + n_parameter],
                    index,
                    alone,
                    system.local,
                    system.work,
                ),
            )
            if status != 0:
                failed = 1
            for i in range(nodes):
                at = 6 * index[i]
                largest = 0.0
                for c in range(6):
                    size = abs(alone[at + c]) if c < 3 else abs(alone[at + c]) / length
                    largest = max(largest, size)
                    alone[at + c] = 0.0
                for c in range(6):
                    sizes[at + c] += largest
            for j in range(variables):
                at = index[nodes + j]
                sizes[at] += abs(alone[at])
                alone[at] = 0.0
    return failed


@entry()
def term_sizes_entry(system, state, t, places, alone, sizes):
    """Sums of the sizes of all forces on each node, see :func:`term_sizes`."""
    return term_sizes(system, state, t, places, alone, sizes)
