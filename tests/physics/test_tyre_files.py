"""Tyre property files: published forces out of a file, the formula with its scaling factors, units, refusals.

Sources: the set of the CommonRoad vehicle models 3.0.2 and its forces, as in ``test_tyres``; the equations of
MF-Tyre 5.2 and PAC2002 with scaling factors, Pacejka, Tire and Vehicle Dynamics, 2nd edition (2006), section
4.3.2 without turn slip, written out here.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterable
from pathlib import Path

import pytest

import mbfe
from mbfe import elements, joints
from mbfe.elements import tyres
from mbfe.elements.tyres.tyre_files import TyreWarning
from mbfe.errors import ModelError
from tests.contract import tyres as tyre_cases
from tests.physics.test_tyres import TABLE_LATERAL

HEAD = """[MDI_HEADER]
FILE_TYPE                ='tir'
(COMMENTS)
{comment_string}
'the maker's note, with a = sign and [no section]
$----------------------------------------------------------------units
[UNITS]
LENGTH                   ='meter'
FORCE                    = "newton"
ANGLE                    ='radians'
MASS                     ='kg'
TIME                     ='second'
$----------------------------------------------------------------model
[MODEL]
PROPERTY_FILE_FORMAT     = 'PAC2002'      $ not 'PAC_MC'
USE_MODE                 = 14
TYRESIDE                 = 'LEFT ! $'     ! as measured
!FITTYP                  = 61
[DIMENSION]
UNLOADED_RADIUS          = 0.344          $Free tyre radius
[SHAPE]
{radial width}
 1.0    0.0
[VERTICAL]
FNOMIN                   = 4000
VERTICAL_STIFFNESS       = 2.1e+005
VERTICAL_DAMPING         = 50
"""
FULL = tyre_cases.FULL | {"pdx3": 0.4}
FACTORS = {
    "LFZO": 0.8, "LCX": 0.95, "LMUX": 0.9, "LEX": 1.1, "LKX": 1.2, "LHX": 0.7, "LVX": 0.6, "LGAX": 1.3,
    "LCY": 1.05, "LMUY": 0.85, "LEY": 1.15, "LKY": 0.9, "LHY": 0.8, "LVY": 1.4, "LGAY": 0.75, "LKG": 1.25,
    "LTR": 1.35, "LXAL": 0.65, "LYKA": 1.45, "LVYKA": 0.55,
    "LRES": 0.7, "LGAZ": 1.2, "LS": 1.4,
}  # fmt: skip


def section_of(name: str) -> str:
    """The section in which a file has a coefficient."""
    if name.startswith("l"):
        return "SCALING_COEFFICIENTS"
    if name.startswith(("q", "ssz")):
        return "ROLLING_COEFFICIENTS" if name.startswith("qsy") else "ALIGNING_COEFFICIENTS"
    return "LONGITUDINAL_COEFFICIENTS" if "x" in name else "LATERAL_COEFFICIENTS"


def written(
    folder: Path, given: dict[str, float], *, head: str = HEAD, changes: Iterable[tuple[str, str]] = ()
) -> Path:
    """A file of coefficients, with changes of its text."""
    parts: dict[str, list[str]] = {}
    for name, value in given.items():
        parts.setdefault(section_of(name.lower()), []).append(f"{name.upper()} = {value!r}   $ comment")
    text = head + "".join(f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in parts.items())
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "car.tir"
    path.write_text(text, encoding="latin-1")
    return path


KINDS = [
    (),
    [("'PAC2002'      $", "'USER'\nFITTYP = 52 $")],
    [("PROPERTY_FILE_FORMAT     = 'PAC2002'", "FITTYP = 6")],
]


@pytest.mark.parametrize("kind", KINDS, ids=["PAC2002", "52", "6"])
def test_published_forces_come_out_of_a_file(tmp_path: Path, kind: list[tuple[str, str]]) -> None:
    """The table of ``test_tyres``, in N at 2 kN."""
    path = written(tmp_path, tyres.COMMONROAD, changes=kind)
    for alpha, gamma, expected in TABLE_LATERAL:
        model = tyres.MagicFormula.from_file(path, symmetric=gamma == 0.0)
        force = model.forces(slip_angle=-alpha, load=2000.0, camber=gamma)[1]
        assert force == pytest.approx(expected, rel=1e-12)
    model = tyres.MagicFormula.from_file(path)
    assert model.forces(slip_ratio=0.05, load=2000.0)[0] == pytest.approx(1756.9882446209635, rel=1e-12)
    assert model.forces(slip_ratio=-0.1, load=2000.0)[0] == pytest.approx(-2259.5502821248588, rel=1e-12)


def magic(b: float, c: float, e: float, x: float) -> float:
    """C atan(Bx − E(Bx − atan Bx))."""
    return c * math.atan(b * x - e * (b * x - math.atan(b * x)))


def published(
    kappa: float, alpha: float, Fz: float, gamma: float, radius: float
) -> tuple[float, float, float]:
    """F_x, F_y, M_z of MF-Tyre 5.2 with scaling factors, α in ISO axes."""
    c, lam = FULL, FACTORS
    nominal = 4000.0
    scaled = lam["LFZO"] * nominal
    df = (Fz - scaled) / scaled
    # pure longitudinal
    x = kappa + (c["phx1"] + c["phx2"] * df) * lam["LHX"]
    mu = (c["pdx1"] + c["pdx2"] * df) * (1.0 - c["pdx3"] * (gamma * lam["LGAX"]) ** 2) * lam["LMUX"]
    shape = c["pcx1"] * lam["LCX"]
    e = (
        (c["pex1"] + c["pex2"] * df + c["pex3"] * df**2)
        * (1.0 - math.copysign(1.0, x) * c["pex4"])
        * lam["LEX"]
    )
    stiffness = Fz * (c["pkx1"] + c["pkx2"] * df) * math.exp(c["pkx3"] * df) * lam["LKX"]
    along = stiffness
    Fx = mu * Fz * math.sin(magic(stiffness / (shape * mu * Fz), shape, e, x))
    Fx += Fz * (c["pvx1"] + c["pvx2"] * df) * lam["LVX"] * lam["LMUX"]
    b = c["rbx1"] * math.cos(math.atan(c["rbx2"] * kappa)) * lam["LXAL"]
    e = c["rex1"] + c["rex2"] * df
    Fx *= math.cos(magic(b, c["rcx1"], e, alpha + c["rhx1"])) / math.cos(magic(b, c["rcx1"], e, c["rhx1"]))
    # pure lateral
    lean = gamma * lam["LGAY"]
    x = alpha + (c["phy1"] + c["phy2"] * df) * lam["LHY"] + c["phy3"] * lean * lam["LKG"]
    mu = (c["pdy1"] + c["pdy2"] * df) * (1.0 - c["pdy3"] * lean**2) * lam["LMUY"]
    shape = c["pcy1"] * lam["LCY"]
    e = (c["pey1"] + c["pey2"] * df) * lam["LEY"]
    e *= 1.0 - math.copysign(1.0, x) * (c["pey3"] + c["pey4"] * lean)
    stiffness = c["pky1"] * nominal * math.sin(2.0 * math.atan(Fz / (c["pky2"] * scaled)))
    stiffness *= lam["LFZO"] * lam["LKY"] * (1.0 - c["pky3"] * abs(lean))
    Fy = mu * Fz * math.sin(magic(stiffness / (shape * mu * Fz), shape, e, x))
    shift = (c["pvy1"] + c["pvy2"] * df) * lam["LVY"] + (c["pvy3"] + c["pvy4"] * df) * lean * lam["LKG"]
    Fy += Fz * shift * lam["LMUY"]
    b = c["rby1"] * math.cos(math.atan(c["rby2"] * (alpha - c["rby3"]))) * lam["LYKA"]
    e, s = c["rey1"] + c["rey2"] * df, c["rhy1"] + c["rhy2"] * df
    Fy *= math.cos(magic(b, c["rcy1"], e, kappa + s)) / math.cos(magic(b, c["rcy1"], e, s))
    extra = mu * Fz * (c["rvy1"] + c["rvy2"] * df + c["rvy3"] * gamma) * lam["LVYKA"]
    extra *= math.cos(math.atan(c["rvy4"] * alpha)) * math.sin(c["rvy5"] * math.atan(c["rvy6"] * kappa))
    # trail, residual moment, arm of the longitudinal force
    lean_z = gamma * lam["LGAZ"]
    side_x = (c["phy1"] + c["phy2"] * df) * lam["LHY"] + c["phy3"] * lean * lam["LKG"]
    angle = alpha + c["qhz1"] + c["qhz2"] * df + (c["qhz3"] + c["qhz4"] * df) * lean_z
    b = (c["qbz1"] + c["qbz2"] * df + c["qbz3"] * df**2) * lam["LKY"] / lam["LMUY"]
    b *= 1.0 + c["qbz4"] * lean_z + c["qbz5"] * abs(lean_z)
    e = c["qez1"] + c["qez2"] * df + c["qez3"] * df**2
    e *= 1.0 + (c["qez4"] + c["qez5"] * lean_z) * 2.0 / math.pi * math.atan(b * c["qcz1"] * angle)
    ratio = along / stiffness * kappa
    turned = math.copysign(math.atan(math.hypot(math.tan(angle), ratio)), angle)
    top = Fz * (c["qdz1"] + c["qdz2"] * df) * (1.0 + c["qdz3"] * lean_z + c["qdz4"] * lean_z**2)
    trail = top * radius / scaled * lam["LTR"] * math.cos(magic(b, c["qcz1"], min(e, 1.0), turned))
    b = c["qbz9"] * lam["LKY"] / lam["LMUY"] + c["qbz10"] * stiffness / (mu * Fz)
    top = (c["qdz6"] + c["qdz7"] * df) * lam["LRES"] + (c["qdz8"] + c["qdz9"] * df) * lean_z
    turned = math.atan(math.hypot(math.tan(alpha + side_x + Fz * shift * lam["LMUY"] / stiffness), ratio))
    rest = Fz * radius * lam["LMUY"] * top * math.cos(math.atan(b * turned))
    arm = c["ssz1"] + c["ssz2"] * (Fy + extra) / scaled + (c["ssz3"] + c["ssz4"] * df) * gamma
    Mz = math.cos(alpha) * (rest - trail * Fy) + radius * lam["LS"] * arm * Fx
    return Fx, Fy + extra, Mz


@pytest.mark.parametrize("kappa", [-0.2, 0.0, 0.04])
@pytest.mark.parametrize(("alpha", "gamma"), [(-0.12, 0.0), (0.03, 0.05), (0.1, -0.04)])
def test_scaling_factors_stand_where_the_formula_has_them(
    tmp_path: Path, kappa: float, alpha: float, gamma: float
) -> None:
    model = tyres.MagicFormula.from_file(written(tmp_path, FULL | FACTORS))
    assert model.load == 3200.0
    for load in (1500.0, 5000.0):
        found = model.forces(slip_ratio=kappa, slip_angle=-alpha, load=load, camber=gamma)
        assert found == pytest.approx(published(kappa, alpha, load, gamma, 0.344), rel=1e-12)


def variants(text: str) -> dict[str, bytes]:
    """A file as other programs and editors leave it."""
    head, *sections = text.split("\n[")
    turned = "\n[".join([head, *reversed(sections)])
    tabs = "\n".join("\t" + line.replace(" = ", "\t=\t") for line in text.split("\n"))
    plain = "\n".join(re.split("[$!]", line)[0] for line in text.split("\n") if "! $'" not in line)
    return {
        "sections in another order": turned.encode(),
        "tabs": tabs.encode(),
        "lower case": text.lower().encode(),
        "exponents with D": re.sub(r"e([+-]?\d+)", r"D\1", text).encode(),
        "upper exponents": re.sub(r"e([+-]?\d+)", r"E\1", text).encode(),
        "CR LF": text.replace("\n", "\r\n").encode(),
        "CR": text.replace("\n", "\r").encode(),
        "UTF-8 with its mark": text.encode("utf-8-sig"),
        "UTF-16": text.encode("utf-16"),
        "comments of Latin-1": text.replace("$ comment", "$ Gr\xf6\xdfe \x85").encode("latin-1"),
        "no comments": plain.encode(),
        "no quotation marks": plain.replace("'", "").replace('"', "").encode(),
        "a line twice": (text + "\n[LATERAL_COEFFICIENTS]\nPCY1 = 1.3507\n").encode(),
        "no end of the last line": text.rstrip().encode(),
    }


@pytest.mark.parametrize("name", variants("[A]\n"))
def test_files_as_programs_write_them(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, tyres.COMMONROAD | {"qsy1": 1e-2, "qbz1": 9.5})
    expected = tyres.TyreFile.read(path)
    content = variants(path.read_text())[name]
    assert content != path.read_bytes()
    path.write_bytes(content)
    found = tyres.TyreFile.read(path)
    assert found.model.row.tolist() == expected.model.row.tolist()
    assert found.arguments | {"model": None} == expected.arguments | {"model": None}


def test_mirrored_files(tmp_path: Path) -> None:
    """USE_MODE below zero exchanges left and right, and ``mirrored`` does so once more."""
    plain = tyres.MagicFormula.from_file(written(tmp_path, FULL))
    mode = [("USE_MODE                 = 14", "USE_MODE = -14")]
    path = written(tmp_path, FULL, changes=mode)
    turned = tyres.TyreFile.read(path).model
    x, y, z = plain.forces(slip_ratio=-0.05, slip_angle=0.06, camber=0.04)
    found = turned.forces(slip_ratio=-0.05, slip_angle=-0.06, camber=-0.04)
    assert found == pytest.approx((x, -y, -z), rel=1e-13)
    assert tyres.MagicFormula.from_file(path, mirrored=True).row.tolist() == plain.row.tolist()


def test_friction_across_may_be_negative(tmp_path: Path) -> None:
    """D and B change their sign together: the same force."""
    both = [
        tyres.MagicFormula.from_file(written(tmp_path, tyres.COMMONROAD | {"pdy1": s})) for s in (1.0, -1.0)
    ]
    one, other = (model.forces(slip_angle=0.05)[1] for model in both)
    assert one == pytest.approx(other, rel=1e-13)


MORE = {
    "ptx1": 1.9, "pty1": 1.8, "pty2": 2.0, "qsy1": 0.01, "lmy": 1.2, "lcz": 0.9, "lsgkp": 0.5, "lsgal": 2.0,
    "lfzo": 0.8,
}  # fmt: skip
ROLLING = "[VERTICAL]\nBREFF = 7\nDREFF = 0.25\nFREFF = -0.01\n"


def test_what_a_tyre_takes_beside_its_model(tmp_path: Path) -> None:
    """σ_κ and σ_α of MF-Tyre 5.2 at F_z = λ_Fz0 F_z0; R_e = R_0 − (F_z0/C_z)(D atan B + F) at F_z0."""
    path = written(tmp_path, tyres.COMMONROAD | MORE, changes=[("[VERTICAL]\n", ROLLING)])
    file = tyres.TyreFile.read(path)
    assert file.model.row.tolist() == tyres.MagicFormula.from_file(path).row.tolist()
    assert (file.radius, file.damping) == (0.344, 50.0)
    assert file.stiffness == pytest.approx(0.9 * 2.1e5, rel=1e-15)
    along = 1.9 * 0.344 * 0.8 * 0.5
    across = 1.8 * math.sin(2.0 * math.atan(3200.0 / (2.0 * 3200.0))) * 0.344 * 0.8 * 2.0
    assert file.relaxation_length == pytest.approx((along, across), rel=1e-14)
    assert file.rolling_resistance == pytest.approx(0.012, rel=1e-15)
    assert file.effective_radius == pytest.approx(0.25 * math.atan(7.0) - 0.01, rel=1e-15)
    plain = tyres.TyreFile.read(written(tmp_path, tyres.COMMONROAD))
    assert plain.relaxation_length == (0.344, 0.344)
    assert (plain.rolling_resistance, plain.effective_radius) == (0.0, 1.0 / 3.0)


def test_other_units_give_the_same_tyre(tmp_path: Path) -> None:
    """0.344 m = 344 mm, 4 kN, 2.1e5 N/m = 0.21 kN/mm, 50 N s/m = 0.05 kN ms/mm."""
    changes = [
        ("'meter'", "'MM'"), ('"newton"', "'KNewton'"), ("'second'", "'millisecond'"), ("0.344 ", "344 "),
        ("= 4000", "= 4"), ("2.1e+005", "0.21"), ("= 50\n", "= 5.0D-2\n"),
    ]  # fmt: skip
    found = tyres.TyreFile.read(written(tmp_path, tyres.COMMONROAD, changes=changes))
    expected = tyres.TyreFile.read(written(tmp_path, tyres.COMMONROAD))
    assert found.model.row == pytest.approx(expected.model.row, rel=1e-14)
    assert (found.radius, found.stiffness, found.damping) == pytest.approx((0.344, 2.1e5, 50.0), rel=1e-14)
    imperial = [("'meter'", "'inch'"), ('"newton"', "'pound_force'")]
    other = tyres.TyreFile.read(written(tmp_path, tyres.COMMONROAD, changes=imperial))
    assert other.stiffness == pytest.approx(2.1e5 * 4.4482216152605 / 0.0254, rel=1e-14)


def test_a_tyre_out_of_a_file_carries_its_load(tmp_path: Path) -> None:
    """m g sinks in by m g/k and stays; forces forward and sideways are those of the shifts, not more."""
    file = tyres.TyreFile.read(written(tmp_path, tyres.COMMONROAD | MORE), symmetric=True)
    model = mbfe.Model("quarter vehicle", gravity=(0, 0, -9.81))
    height = file.radius - 300.0 * 9.81 / file.stiffness
    body = model.add(elements.RigidBody("body", position=(0, 0, height), mass=300.0, inertia=(10, 10, 10)))
    model.add(joints.SameOrientation("guide", model.ground, body))
    model.add(elements.Tyre("tyre", body, **file.arguments))
    run = mbfe.solve_dynamic(model, duration=0.05, step=0.01)
    assert run["tyre"].load.values == pytest.approx(2943.0, rel=1e-9)
    assert run["tyre"].deflection.values == pytest.approx(2943.0 / (0.9 * 2.1e5), rel=1e-9)


def test_what_has_no_effect_is_reported_once(tmp_path: Path) -> None:
    given = tyres.COMMONROAD | {"qsx1": 0.6, "qdz6": 0.0, "lvmx": 0.5, "lmx": 1.0, "pxy9": 3.0, "qsx2": 0.1}
    path = written(tmp_path, given, changes=[("[SHAPE]", "[DEFLECTION_LOAD_CURVE]")])
    with pytest.warns(TyreWarning) as heard:
        tyres.TyreFile.read(path)
    assert len(heard) == 1
    assert heard[0].filename == __file__
    text = str(heard[0].message)
    line = path.read_text().splitlines().index("PXY9 = 3.0   $ comment") + 1
    assert f"unknown coefficients PXY9 (line {line});" in text
    assert "not used are QSX1, QSX2, LVMX;" in text
    assert "[DEFLECTION_LOAD_CURVE] (line 21)" in text
    assert "RBX1" not in text
    loose = {name: value for name, value in tyres.COMMONROAD.items() if not name.startswith("r")}
    with pytest.warns(TyreWarning, match="do not weaken each other"):
        tyres.MagicFormula.from_file(written(tmp_path, loose))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tyres.MagicFormula.from_file(written(tmp_path, tyres.COMMONROAD | MORE))


REFUSED = [
    ("'PAC2002'", "'PAC_MC'", r'car.tir", line 15: .*PAC_MC[\s\S]*FITTYP = 6, 21, 52'),
    (
        "'PAC2002'",
        "'PAC2002'\nFITTYP = 61",
        r"line 16: .*FITTYP = '61'.*PAC2002' in line 15[\s\S]*Delete FITTYP",
    ),
    ("'PAC2002'", "'pac2002'\nFITTYP = 5", r"line 16: .*FITTYP = '5' is another[\s\S]*6, 21, 52.*or none"),
    ("PROPERTY_FILE_FORMAT     = 'PAC2002'", "FITTYP = 62", "line 15: .*FITTYP = '62'"),
    ("PROPERTY_FILE_FORMAT     = 'PAC2002'", "!", "line 14: .*neither FITTYP nor"),
    ("'meter'", "'mile'", r"line 8: \[UNITS\] LENGTH.*'mile'[\s\S]*inch"),
    ("'radians'", "'degree'", r"line 10: \[UNITS\] ANGLE.*'degree'[\s\S]*radians"),
    ('FORCE                    = "newton"', "", r"line 7: \[UNITS\] FORCE.* is missing[\s\S]*'newton'"),
    ("FNOMIN                   = 4000", "", r"line 24: \[VERTICAL\] FNOMIN.* is missing"),
    ("FNOMIN                   = 4000", "FNOMIN = -4", r"line 25: FNOMIN.*'-4'"),
    ("= 50\n", "\n", r"line 27: 'VERTICAL_DAMPING'[\s\S]*KEY = value"),
    ("UNLOADED_RADIUS          = 0.344 ", "UNLOADED_RADIUS = 0,344", "line 20: UNLOADED_RADIUS.*'0,344'"),
    ("VERTICAL_STIFFNESS       = 2.1e+005", "", r"line 24: \[VERTICAL\] VERTICAL_STIFFNESS"),
    ("[VERTICAL]", "[VERTICAL]\nDREFF = -0.1\nBREFF = 5", "line 25: DREFF atan BREFF"),
    ("PKY1 = -21.92", "PKY1 = 21.92", r"line \d+: PKY1.*[\s\S]*negative"),
    ("PCX1 = ", "PCXX = ", r"COEFFICIENTS\] PCX1.* is missing"),
    ("PKX1 = 22.303", "PKX1 = nan", r"line \d+: PKX1.*'nan'"),
    ("PEX1 = 0.46403", "PEX1 = O.46", r"line \d+: PEX1.*'O.46'[\s\S]*a finite number"),
    ("PEX1 = 0.46403", "PEX1 = 1\nPEX1 = 2", "line 32: PEX1.*stands in line 31 too"),
    ("[VERTICAL]", "[SCALING_COEFFICIENTS]\nLMUY = 0\n[VERTICAL]", "line 25: LMUY.*'0'"),
]


@pytest.mark.parametrize(("old", "new", "words"), REFUSED)
def test_wrong_files_are_refused_by_line(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = written(tmp_path, tyres.COMMONROAD, changes=[(old, new)])
    with pytest.raises(ModelError, match=words):
        tyres.TyreFile.read(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r'tyre file ".*none.tir".*cannot be read'):
        tyres.MagicFormula.from_file(tmp_path / "none.tir")


def test_a_model_needs_no_stiffness(tmp_path: Path) -> None:
    path = written(tmp_path, tyres.COMMONROAD, changes=[("VERTICAL_STIFFNESS       = 2.1e+005", "")])
    assert tyres.MagicFormula.from_file(path).radius == 0.344
