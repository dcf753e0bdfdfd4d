"""The diagram of blocks: everything is in it once, nothing lies on anything else."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import mbfe
from mbfe import blocks, elements, joints
from mbfe.errors import ModelError

SVG = "{http://www.w3.org/2000/svg}"


def servo() -> mbfe.Model:
    """A drive with a feedback, several inputs and a loop."""
    model = mbfe.Model("servo & drive")
    arm = model.add(elements.RigidBody("arm", position=(0.5, 0, 0), mass=2.0, inertia=(0.01, 0.2, 0.2)))
    model.add(joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 1, 0)))
    angle = blocks.Sensor("encoder", "hinge.angle")
    gains = {"proportional": 80.0, "derivative": 8.0, "filter_time": 0.01, "unit": "N m"}
    position = blocks.PID("position", 1.0, blocks.Delay("bus", angle, 2e-3), **gains)
    weight = blocks.Function("weight", [angle], lambda q: -9.81 * q, unit="N m")
    command = blocks.Sum("command", (position, weight, "friction"), "++-")
    amplifier = blocks.Saturation("amplifier", command, limit=60.0)
    model.add(joints.Motor("motor", "hinge.angle", torque=amplifier))
    lag = blocks.FirstOrder("lag", "amplifier", time_constant=0.01, unit="N m")
    model.add(blocks.DeadZone("friction", lag, 0.1))
    return model


def test_every_block_and_wire_is_drawn_once(tmp_path: Path) -> None:
    file = tmp_path / "controls.svg"
    model = servo()
    text = blocks.draw(model, file=file)
    assert file.read_text(encoding="utf-8") == text
    root = ET.fromstring(text)
    names = [group.get("data-name") for group in root.iter(f"{SVG}g")]
    drawn = [name for name, item in model.items.items() if item.family == "block" or item.wires]
    assert sorted(names, key=str) == sorted(drawn)
    wires = [path for path in root.iter(f"{SVG}path") if "wire" in path.get("class", "")]
    assert len(wires) == sum(len(model.items[name].wires) for name in drawn)  # type: ignore[attr-defined]
    assert sum("back" in path.get("class", "") for path in wires) == 1
    words = {element.text for element in root.iter(f"{SVG}text")}
    assert {"servo & drive", "encoder", "hinge.angle", "delay 0.002 s", "setpoint", "−", "rad"} <= words


def test_boxes_lie_apart_and_inside() -> None:
    root = ET.fromstring(blocks.draw(servo()))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    boxes = []
    for box in root.iter(f"{SVG}rect"):
        if box.get("x") is not None:
            x, y, w, h = (float(box.get(key, 0)) for key in ("x", "y", "width", "height"))
            boxes.append((x, y, x + w, y + h))
            assert 0.0 < x < x + w < width
            assert 0.0 < y < y + h < height
    for one, other in itertools.combinations(boxes, 2):
        apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
        assert apart


def test_signals_run_to_the_right_except_where_they_close_a_loop() -> None:
    root = ET.fromstring(blocks.draw(servo()))
    for path in root.iter(f"{SVG}path"):
        if path.get("class") == "wire":
            numbers = path.get("d", "")[1:].replace("C", " ").split()
            assert float(numbers[-2]) > float(numbers[0])


def test_a_model_without_blocks_has_no_diagram() -> None:
    with pytest.raises(ModelError, match="no blocks"):
        blocks.draw(mbfe.Model("empty"))


def test_a_transfer_function_is_captioned_by_its_polynomials() -> None:
    lag = blocks.TransferFunction("lag", "u", 2.0, [0.5, 1.0])
    assert (lag.caption, blocks.Source("u", 1.0).caption) == ("(2)/(0.5 s + 1)", "1")
