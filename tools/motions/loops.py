"""Random planar loops with springs, beside their planar equations of motion integrated by DOP853."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

import mbfe
from mbfe import elements, joints
from tools.fuzz import unit
from tools.motions.motion import Errors, Floats, Motion


@dataclass
class Plane:
    """A loop of bars in a plane, in the axes of that plane."""

    mass: Floats
    inertia: Floats
    start: Floats  # (n, 3): x, y, angle
    hinges: list[tuple[int, Floats, int, Floats]]  # body and point in its axes, twice; -1 is the ground
    springs: list[tuple[int, Floats, int, Floats, float, float, float]]  # …, stiffness, damping, free length
    gravity: Floats

    def point(self, u: Floats, body: int, at: Floats) -> tuple[Floats, Floats]:
        """A point of a body and its Jacobian (2, 3)."""
        if body < 0:
            return at, np.zeros((2, 3))
        c, s = np.cos(u[body, 2]), np.sin(u[body, 2])
        arm = np.array([c * at[0] - s * at[1], s * at[0] + c * at[1]])
        return u[body, :2] + arm, np.array([[1.0, 0.0, -arm[1]], [0.0, 1.0, arm[0]]])

    def accelerations(self, u: Floats, v: Floats) -> Floats:
        """Accelerations of the bars: M a = f + Gᵀλ, G a = γ."""
        n, m = len(self.mass), 2 * len(self.hinges)
        masses = np.column_stack([self.mass, self.mass, self.inertia]).ravel()
        f = np.zeros((n, 3))
        f[:, :2] = self.mass[:, None] * self.gravity
        for a, p, b, q, stiffness, damping, free in self.springs:
            (x, J), (y, K) = self.point(u, a, p), self.point(u, b, q)
            rate = (K @ v[b] if b >= 0 else 0.0) - (J @ v[a] if a >= 0 else 0.0)
            d = y - x
            size = np.linalg.norm(d)
            tension = stiffness * (size - free) + damping * float(d @ rate) / size
            if a >= 0:
                f[a] += J.T @ (tension * d / size)
            if b >= 0:
                f[b] -= K.T @ (tension * d / size)
        G, gamma = np.zeros((m, 3 * n)), np.zeros(m)
        for k, (a, p, b, q) in enumerate(self.hinges):
            rows = slice(2 * k, 2 * k + 2)
            for body, at, sign in ((a, p, -1.0), (b, q, 1.0)):
                if body >= 0:
                    x, J = self.point(u, body, at)
                    G[rows, 3 * body : 3 * body + 3] += sign * J
                    gamma[rows] += sign * v[body, 2] ** 2 * (x - u[body, :2])
        W = G / masses
        multipliers = np.linalg.solve(W @ G.T, gamma - W @ f.ravel())
        return ((f.ravel() + G.T @ multipliers) / masses).reshape(n, 3)

    def motion(self, times: Floats) -> Floats:
        """Places and angles of the bars at times, from rest (n_time, n, 3)."""
        n = len(self.mass)

        def rates(_: float, y: Floats) -> Floats:
            u, v = y.reshape(2, n, 3)
            return np.concatenate([v, self.accelerations(u, v)]).ravel()

        start = np.concatenate([self.start, np.zeros((n, 3))]).ravel()
        found = solve_ivp(rates, (0.0, times[-1]), start, method="DOP853", t_eval=times, rtol=1e-11,
                          atol=1e-12 * np.abs(self.start[:, :2]).max())  # fmt: skip
        return np.asarray(found.y.T[:, : 3 * n].reshape(-1, n, 3))


@dataclass
class Loop:
    """A loop in space: origin and axes of its plane (columns, the last one across), bars, length [m]."""

    plane: Plane
    names: list[str]
    origin: Floats
    axes: Floats
    length: float

    def judge(self, run: mbfe.Run) -> Errors:
        """Errors of the motion and of the energy."""
        exact = self.plane.motion(run.time)
        error = 0.0
        for i, name in enumerate(self.names):
            x = (run[name].position.values - self.origin) @ self.axes[:, :2]
            turned = np.einsum("ji,tjk->tik", self.axes, run[name].rotation_matrix.values)
            angle = np.unwrap(np.arctan2(turned[:, 1, 0], turned[:, 0, 0]))
            error = max(error, float(np.abs(x - exact[:, i, :2]).max() / self.length))
            error = max(error, float(np.abs(angle - exact[:, i, 2]).max()))
        lost = run.energy.total.values + run.energy.dissipated.values
        scale = np.ptp(run.energy.values, axis=0).max()
        return {"motion": error, "energy": float(np.abs(lost - lost[0]).max() / scale)}


def planar_loop(rng: np.random.Generator) -> Motion:
    """Closed chain of three to five bars between two fixed hinges, in any plane, with springs and dampers."""
    length, base = 10.0 ** rng.uniform(-2.0, 1.0), 10.0 ** rng.uniform(-2.0, 2.0)
    time = float(np.sqrt(length / 9.81))
    plane = random_plane(rng, length, base)
    add_springs(rng, plane, length, base)
    normal = unit(rng)
    across = np.linalg.svd(normal[None])[2][1:]
    across[1] *= np.sign(np.linalg.det(np.vstack([across, normal])))
    axes = np.column_stack([*across, normal])
    origin = length * rng.uniform(-1.0, 1.0, 3)
    names = [f"bar {i}" for i in range(len(plane.mass))]
    model = mbfe.Model("loop", gravity=plane.gravity @ across)
    for name, mass, inertia, start in zip(names, plane.mass, plane.inertia, plane.start, strict=True):
        slim = inertia * np.array([0.7, 0.6, 1.0])  # only the third moment acts in the plane
        model.add(elements.RigidBody(name, position=origin + start[:2] @ across, orientation=axes, mass=mass,
                                     inertia=slim))  # fmt: skip
    names_of = {-1: "ground"} | dict(enumerate(names))
    for k, (a, p, b, _) in enumerate(plane.hinges):
        corner = origin + plane.point(plane.start, a, p)[0] @ across
        model.add(joints.Revolute(f"hinge {k}", names_of[a], names_of[b], position=corner, axis=normal))
    for k, (a, p, b, q, stiffness, damping, free) in enumerate(plane.springs):
        ends = [origin + at @ across if i < 0 else np.append(at, 0.0) for i, at in ((a, p), (b, q))]
        model.add(elements.PointSpring(f"spring {k}", names_of[a], names_of[b], first_point=ends[0],
                                       second_point=ends[1], frame="body", stiffness=stiffness,
                                       damping=damping, free_length=free))  # fmt: skip
    judge = Loop(plane, names, origin, axes, length).judge
    return Motion(model, f"planar loop of {len(names)}", time, judge)


def random_plane(rng: np.random.Generator, length: float, base: float) -> Plane:
    """Bars along a bow of corners, bent so that no two neighbours are in line."""
    n = int(rng.integers(3, 6))
    bow = np.linspace(np.pi * 0.95, 0.05 * np.pi, n + 1)
    flat = np.column_stack([np.cos(bow), 1.2 * np.sin(bow)]) + rng.uniform(-0.12, 0.12, (n + 1, 2))
    corners, start = length * flat, np.zeros((n, 3))
    start[:, :2] = 0.5 * (corners[1:] + corners[:-1]) + 0.1 * length * rng.uniform(-1.0, 1.0, (n, 2))
    mass = base * 10.0 ** rng.uniform(-1.0, 1.0, n)
    inertia = mass * (length * rng.uniform(0.1, 0.3, n)) ** 2
    held = [-1, *range(n), -1]
    hinges = []
    for a, b, corner in zip(held, held[1:], corners, strict=False):
        p, q = (corner - start[i, :2] if i >= 0 else corner for i in (a, b))
        hinges.append((a, p, b, q))
    return Plane(mass, inertia, start, hinges, [], 9.81 * rng.normal(size=2) / np.sqrt(2.0))


def add_springs(rng: np.random.Generator, plane: Plane, length: float, base: float) -> None:
    """One to three springs with dampers from bars to the ground or to other bars."""
    n, time = len(plane.mass), np.sqrt(length / 9.81)
    for _ in range(int(rng.integers(1, 4))):
        a, b = int(rng.integers(-1, n)), int(rng.integers(n))
        if a == b:
            a = -1
        p, q = length * rng.uniform(-0.3, 0.3, (2, 2))
        if a < 0:
            p = p + 2.0 * length * rng.uniform(-1.0, 1.0, 2)
        stiffness = base * 9.81 / length * 10.0 ** rng.uniform(-0.5, 1.0)
        damping = rng.uniform(0.0, 0.3) * stiffness * time
        plane.springs.append((a, p, b, q, stiffness, damping, length * rng.uniform(0.0, 1.0)))
