"""Whirl of modes about an axis: forward and backward orbits, patterns over the blades of a rotor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.linear.eigen.pencil import Numbers
from mbfe.analyses.linear.tolerances import BLADES
from mbfe.engine.columns import POSITIONS
from mbfe.results.linearized import Linearized

__all__ = ["Axis", "Patterns"]


@dataclass(frozen=True, eq=False)
class Patterns:
    """Parts of the motion of modes, (k,) each; the sum of all but the last is one."""

    forward: Floats
    backward: Floats
    """Circles across the axis in and against the positive sense, and patterns over the blades with a phase of
    one turn, e^{−iψ} and e^{iψ}; the conjugate of a mode has them exchanged."""
    collective: Floats
    """Equal motion of all blades."""
    reactionless: Floats
    """Patterns of more turns, whose forces on the hub cancel."""
    along: Floats
    about: Floats
    """Motion along and about the axis of everything else."""
    bladed: Floats
    """Motion of equal blades."""

    @property
    def sense(self) -> Floats:
        """Forward less backward part, −1 to 1."""
        return self.forward - self.backward


class Axis:
    """An axis with the nodes of a rotor around it, in the state about which the equations are linearized.

    It has a direction, a unit vector (3,), and a point (3,).
    """

    def __init__(self, linear: Linearized, direction: Floats, point: Floats) -> None:
        self.length = float(linear.compiled.system.environment.length)
        first = np.cross(direction, np.eye(3)[int(np.argmin(np.abs(direction)))])
        first /= np.linalg.norm(first)
        self.frame = np.array([first, np.cross(direction, first), direction])
        self.moving = np.array([n.number for n in linear.compiled.model.nodes.values() if n.moves], dtype=int)
        places = (linear.snapshot.motion[self.moving, POSITIONS] - point) @ self.frame.T
        self.angle = np.arctan2(places[:, 1], places[:, 0])
        self.sets = _blade_sets(places, self.angle, self.length)
        in_set = np.zeros(len(self.moving), dtype=bool)
        for members in self.sets:
            in_set[members] = True
        self.others = np.flatnonzero(~in_set)

    def patterns(self, shapes: Numbers) -> Patterns:
        """Parts of modes, of displacements and rotations of all nodes in world axes, (k, n_node, 6) complex.

        Notes
        -----
        Of a node on the axis with components D₁, D₂ across it, z = D₁ + iD₂ turns as ½(D₁ + iD₂)e^{st} +
        ½(D₁ − iD₂)*e^{s*t}. Of N blades with components u_k in their own cylindrical axes the parts are those
        of U_m = Σ u_k e^{−imψ_k}/√N: a circle is m = −1, and the fixed frame sees s − imΩ (Coleman and
        Feingold 1958).
        """
        parts = shapes[:, self.moving].reshape(len(shapes), -1, 2, 3) * np.array([1.0, self.length])[:, None]
        parts = parts @ self.frame.T
        total = {name: np.zeros(len(shapes)) for name in Patterns.__annotations__}
        rest = parts[:, self.others]
        for name, sign in (("forward", 1j), ("backward", -1j)):
            total[name] += 0.5 * _square(rest[..., 0] + sign * rest[..., 1])
        total["along"] += _square(rest[:, :, 0, 2])
        total["about"] += _square(rest[:, :, 1, 2])
        for members in self.sets:
            turn = np.exp(-1j * self.angle[members])[:, None]
            blades = parts[:, members]
            x, y, z = (blades[..., c] for c in range(3))
            own = np.stack([(x + 1j * y) * turn / 2**0.5, (x - 1j * y) * turn.conj() / 2**0.5, z], axis=-1)
            number = len(members)
            waves = np.fft.fft(own, axis=1) / number**0.5
            power = (np.abs(waves) ** 2).sum(axis=(2, 3))
            total["collective"] += power[:, 0]
            total["backward"] += power[:, 1]
            total["forward"] += power[:, -1]
            total["reactionless"] += power[:, 2:-1].sum(axis=1)
            total["bladed"] += power.sum(axis=1)
        size = sum(part for name, part in total.items() if name != "bladed")
        size = np.where(size > 0.0, size, 1.0)
        return Patterns(**{name: part / size for name, part in total.items()})

    def resolved(self, linear: Linearized, values: Numbers, vectors: Numbers) -> Numbers:
        """Vectors (n, k) of which those of equal eigenvalues [1/s] are pure patterns.

        Notes
        -----
        A rotor that looks the same after a turn S by one blade has with x also S x as a vector. With all
        vectors W of one value S W = W T, and the eigenvectors of T have one phase from blade to blade each.
        Where all nodes are on the axis any turn will do; vectors that a turn leads out of their space stay
        as they are.
        """
        made = vectors.astype(complex)
        size = np.maximum(np.abs(values), BLADES.equal_values * np.abs(values).max(initial=0.0))
        left = list(range(len(values)))
        while left:
            group = [
                k for k in left if abs(values[k] - values[left[0]]) <= BLADES.equal_values * size[left[0]]
            ]
            left = [k for k in left if k not in group]
            if len(group) < 2:
                continue
            shapes = linear.world(made[:, group])[:, self.moving]
            fields = shapes.reshape(len(group), -1).T
            turned = self._turned(shapes).reshape(len(group), -1).T
            T = np.linalg.lstsq(fields, turned, rcond=None)[0]
            if np.linalg.norm(fields @ T - turned) <= BLADES.alike * np.linalg.norm(turned):
                made[:, group] = made[:, group] @ np.linalg.eig(T)[1]
        return made

    def _turned(self, shapes: Numbers) -> Numbers:
        """Motions after a turn about the axis that carries each blade to the place of the next."""
        angle = 2.0 * np.pi / len(self.sets[0]) if self.sets else 1.0
        c, s = np.cos(angle), np.sin(angle)
        turn = self.frame.T @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ self.frame
        target = np.arange(len(self.moving))
        for members in self.sets:
            target[members] = np.roll(members, -1)
        made = np.zeros_like(shapes)
        made[:, target] = (shapes.reshape(*shapes.shape[:2], 2, 3) @ turn.T).reshape(shapes.shape)
        return made


def _square(values: Numbers) -> Floats:
    """Sum of squares of all but the first index."""
    return (np.abs(values) ** 2).reshape(len(values), -1).sum(axis=1)


def _blade_sets(places: Floats, angle: Floats, length: float) -> list[Ints]:
    """Nodes that lie alike on all blades, in the order of their angles; nothing if there are no blades."""
    radius = np.hypot(places[:, 0], places[:, 1])
    left = [int(k) for k in np.flatnonzero(radius > BLADES.on_axis * length)]
    found: list[Ints] = []
    while left:
        first = left[0]
        near = BLADES.alike * max(float(radius[first]), BLADES.on_axis * length)
        ring = [
            k for k in left if np.hypot(radius[k] - radius[first], places[k, 2] - places[first, 2]) < near
        ]
        left = [k for k in left if k not in ring]
        found += _layers(np.array(ring), angle)
    counts = [len(members) for members in found]
    most = max(counts, key=counts.count, default=0)
    return [members for members in found if len(members) == most >= BLADES.fewest]


def _layers(ring: Ints, angle: Floats) -> list[Ints]:
    """Nodes of one ring as sets that are spaced equally; nodes at one place belong to different sets."""
    turns = np.mod(angle[ring] - angle[ring[0]] + BLADES.alike, 2.0 * np.pi) - BLADES.alike
    order = np.lexsort((ring, np.round(turns / BLADES.alike)))
    ring, turns = ring[order], turns[order]
    starts = np.flatnonzero(np.diff(turns, prepend=-1.0) > BLADES.alike)
    sizes = np.diff(starts, append=len(ring))
    gaps = np.diff(turns[starts], append=2.0 * np.pi)
    if len(np.unique(sizes)) > 1 or np.ptp(gaps) > 2.0 * BLADES.alike:
        return []
    return [ring[starts + layer] for layer in range(int(sizes[0]))]
