"""Sets of coefficients of tyres, and tyre property files (``.tir``) of the kinds PAC2002 and MF-Tyre 5.2.

A file has sections such as [LATERAL_COEFFICIENTS] with lines KEY = value; ``$`` and ``!`` begin comments,
texts stand in quotation marks, lengths, forces and times have the units of [UNITS]. Here it becomes numbers
in m, N and s for the models of :mod:`mbfe.elements.tyres`, with the factors λ of [SCALING_COEFFICIENTS]
multiplied into the coefficients that they scale. Errors name the file and the line.
"""

from __future__ import annotations

import math
import os
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from mbfe import checks
from mbfe.elements.tyres.tyre_forces import PAC2002_NAMES
from mbfe.errors import ModelError
from mbfe.files.text_files import text_lines

__all__ = ["COMMONROAD", "SHIFTS", "SIDED", "TyreNumbers", "TyreWarning", "read_tyre_file"]

COMMONROAD = {
    "pcx1": 1.6411, "pdx1": 1.1739, "pex1": 0.46403, "pkx1": 22.303, "phx1": 0.0012297,
    "pvx1": -8.8098e-06,
    "pcy1": 1.3507, "pdy1": 1.0489, "pdy3": -2.8821, "pey1": -0.0074722, "pky1": -21.92,
    "phy1": 0.0026747, "phy3": 0.031415, "pvy1": 0.037318, "pvy3": -0.32931,
    "rbx1": 13.276, "rbx2": -13.778, "rcx1": 1.2568, "rex1": 0.65225, "rhx1": 0.0050722,
    "rby1": 7.1433, "rby2": 9.1916, "rby3": -0.027856, "rcy1": 1.0719, "rey1": -0.27572, "rhy1": 5.7448e-06,
    "rvy1": -0.027825, "rvy3": -0.27568, "rvy4": 12.12, "rvy5": 1.9, "rvy6": -10.704,
}  # fmt: skip
"""Tyre of a passenger car, of the CommonRoad vehicle models 3.0.2 (Althoff et al. 2017, BSD licence)."""
SIDED = (
    "phy1", "phy2", "pvy1", "pvy2", "pey3", "rhx1", "rby3", "rvy1", "rvy2",
    "qhz1", "qhz2", "qbz4", "qdz3", "qez4", "qdz6", "qdz7", "ssz1",
)  # fmt: skip
"""Coefficients that change sign when a tyre is mirrored: by them left and right differ."""
SHIFTS = ("phx1", "phx2", "pvx1", "pvx2", *SIDED)
"""Coefficients by which a tyre has forces without slip and camber, or left and right differ."""
FITTYPS = (6, 21, 52)
"""FITTYP of MF-Tyre 5.2."""
FORMATS = ("", "USER", "MF-TYRE", "MF_05")
"""PROPERTY_FILE_FORMAT beside which FITTYP says what it is; PAC2002 says it alone."""
POUND, KILOGRAM = 4.4482216152605, 9.80665
"""Weights of a pound and of a kilogram [N]."""
LENGTHS = {
    "meter": 1.0, "metre": 1.0, "meters": 1.0, "m": 1.0, "mm": 1e-3, "millimeter": 1e-3, "millimetre": 1e-3,
    "cm": 1e-2, "centimeter": 1e-2, "km": 1e3, "kilometer": 1e3, "inch": 0.0254, "in": 0.0254,
    "foot": 0.3048, "feet": 0.3048, "ft": 0.3048,
}  # fmt: skip
FORCES = {
    "newton": 1.0, "newtons": 1.0, "n": 1.0, "knewton": 1e3, "kilonewton": 1e3, "kn": 1e3,
    "pound_force": POUND, "pounds_force": POUND, "lbf": POUND, "kg_force": KILOGRAM, "kgf": KILOGRAM,
}  # fmt: skip
TIMES = {
    "second": 1.0, "seconds": 1.0, "sec": 1.0, "s": 1.0, "millisecond": 1e-3, "ms": 1e-3, "minute": 60.0,
}  # fmt: skip
ANGLES = {"radians": 1.0, "radian": 1.0, "rad": 1.0}
UNITS = "[UNITS] LENGTH = 'meter', FORCE = 'newton', ANGLE = 'radians', TIME = 'second'"
LARGEST_IN_FILES = 1e60
"""Size of numbers that no tyre has in any unit, and whose products are still numbers."""
SECTIONS = ("UNITS", "MODEL", "DIMENSION", "VERTICAL")
"""Sections that are read beside those of coefficients."""
BLOCKS = ("(", "{", "'", '"')
"""First characters of lines of comments and headings of tables."""
CURVES = ("DEFLECTION_LOAD_CURVE", "BOTTOMING_CURVE")
"""Sections that other programs use for the vertical force."""
SCALED = {
    "LCX": "PCX1", "LMUX": "PDX1 PDX2 PVX1 PVX2", "LEX": "PEX1 PEX2 PEX3", "LKX": "PKX1 PKX2",
    "LHX": "PHX1 PHX2", "LVX": "PVX1 PVX2", "LGAX": "PDX3 PDX3",
    "LCY": "PCY1", "LMUY": "PDY1 PDY2 PVY1 PVY2 PVY3 PVY4 QDZ6 QDZ7 QDZ8 QDZ9", "LEY": "PEY1 PEY2",
    "LKY": "PKY1 QBZ1 QBZ2 QBZ3 QBZ9", "LHY": "PHY1 PHY2", "LVY": "PVY1 PVY2",
    "LGAY": "PDY3 PDY3 PEY4 PKY3 PHY3 PVY3 PVY4", "LKG": "PHY3 PVY3 PVY4", "LTR": "QDZ1 QDZ2",
    "LRES": "QDZ6 QDZ7", "LGAZ": "QBZ4 QBZ5 QDZ3 QDZ4 QDZ4 QDZ8 QDZ9 QEZ5 QHZ3 QHZ4",
    "LS": "SSZ1 SSZ2 SSZ3 SSZ4", "LXAL": "RBX1", "LYKA": "RBY1", "LVYKA": "RVY1 RVY2 RVY3",
    "LSGKP": "PTX1", "LSGAL": "PTY1", "LMY": "QSY1", "LFZO": "PTX1 PTY1",
}  # fmt: skip
"""Coefficients that each factor multiplies; those that enter squared stand twice."""
DIVIDED = {"LMUY": "QBZ1 QBZ2 QBZ3 QBZ9"}
"""Coefficients that a factor divides."""
NEEDED = ("PCX1", "PDX1", "PKX1", "PCY1", "PDY1", "PKY1")
"""Coefficients without which there are no forces; the others are zero where a file leaves them out."""
USED = {name.upper() for name in PAC2002_NAMES} | {"PTX1", "PTY1", "PTY2", "QSY1", "LCZ"} | set(SCALED)
UNUSED = {
    f"{stem}{index}"
    for stem, last in {
        "PPX": 4, "PPY": 4, "PTX": 4, "PTY": 3, "QSX": 11, "QPX": 1, "QSY": 8, "QBZ": 8, "QDZ": 11, "QPZ": 2,
        "QTZ": 1, "PDXP": 3, "PKYP": 1, "PDYP": 4, "PHYP": 4, "PECP": 2,
        "QDTP": 1, "QCRP": 2, "QBRP": 1, "QDRP": 2,
    }.items()
    for index in range(1, last + 1)
} | {"LMX", "LVMX", "LGYR", "LIP", "MBELT"}  # fmt: skip
"""Coefficients of the two kinds that some other term has, which the models here have not."""


class TyreWarning(UserWarning):
    """Warning of data of a tyre file that have no effect."""


@dataclass(frozen=True)
class Entry:
    """The text of a value and its line."""

    text: str
    line: int


@dataclass(frozen=True)
class PropertyFile:
    """Entries of a file by section and key, in capitals; coefficients of all sections are together."""

    name: str
    """Path, for errors."""
    headings: Mapping[str, int]
    """Line of each section."""
    entries: Mapping[tuple[str, str], Entry]
    """By section and key; the section of coefficients is "COEFFICIENTS"."""

    def where(self, line: int | None) -> str:
        """File and line."""
        return f'tyre file "{self.name}"' + (f", line {line}" if line else "")

    def get(self, section: str, key: str) -> Entry:
        """An entry that must be there."""
        if (section, key) not in self.entries:
            where = self.where(self.headings.get(section))
            remedy = f"A file in SI units says {UNITS}" if section == "UNITS" else ""
            raise ModelError(
                f"{where}: [{section}] {key}", "is missing", allowed=f"a line {key} = …", remedy=remedy
            )
        return self.entries[section, key]

    def number(self, section: str, key: str, *, default: float | None = None, sign: str = "") -> float:
        """A finite number; by ``sign`` positive "+", negative "-", zero or more "+0", not zero "0"."""
        if default is not None and (section, key) not in self.entries:
            return default
        entry = self.get(section, key)
        kinds = {"+": "a positive number", "-": "a negative number, as in ISO axes", "+0": "zero or more"}
        kinds["0"] = "a number that is not zero"
        try:
            value = float(re.sub("[dD]", "e", entry.text))
        except ValueError:
            value = math.nan
        fits = {"": True, "+": value > 0.0, "-": value < 0.0, "+0": value >= 0.0, "0": value != 0.0}[sign]
        if not (abs(value) < LARGEST_IN_FILES and fits):
            allowed = kinds.get(sign, "a finite number") + f", below {LARGEST_IN_FILES:g} in size"
            raise ModelError(f"{self.where(entry.line)}: {key}", f"'{entry.text}'", allowed=allowed)
        return value

    def unit(self, quantity: str, known: Mapping[str, float]) -> float:
        """The unit of a quantity in m, N, s or rad."""
        entry = self.get("UNITS", quantity)
        if entry.text.lower() not in known:
            raise ModelError(
                f"{self.where(entry.line)}: [UNITS] {quantity}",
                f"'{entry.text}'",
                allowed=", ".join(known),
                remedy="The coefficients of these formulas hold in radians; write so if those of this file do"
                if quantity == "ANGLE"
                else "",
            )
        return known[entry.text.lower()]


@dataclass(frozen=True)
class TyreNumbers:
    """What a file says, in m, N and s; ``file`` has what is asked for later."""

    coefficients: Mapping[str, float]
    """Those of :class:`mbfe.elements.tyres.MagicFormula`, scaled."""
    load: float
    """λ_Fz0 F_z0 [N]."""
    radius: float
    """R_0 [m]."""
    file: PropertyFile

    @property
    def mirrored(self) -> bool:
        """Whether USE_MODE is negative: left and right exchanged."""
        return self.file.number("MODEL", "USE_MODE", default=1.0) < 0.0

    @property
    def vertical(self) -> tuple[float, float]:
        """Stiffness [N/m], scaled, and damping [N s/m]."""
        file = self.file
        per_length = file.unit("FORCE", FORCES) / file.unit("LENGTH", LENGTHS)
        factor = file.number("COEFFICIENTS", "LCZ", default=1.0, sign="+")
        stiffness = factor * per_length * file.number("VERTICAL", "VERTICAL_STIFFNESS", sign="+")
        damping = file.number("VERTICAL", "VERTICAL_DAMPING", sign="+0")
        return stiffness, per_length * file.unit("TIME", TIMES) * damping

    @property
    def relaxation(self) -> tuple[float, float]:
        """σ along and across at the nominal load [m], R_0 where the file has none.

        σ_κ = p_Tx1 R_0 λ_Fz0 λ_σκ and σ_α = p_Ty1 sin(2 atan(1/p_Ty2)) R_0 λ_Fz0 λ_σα.
        """
        along = scaled(self.file, "PTX1", default=0.0, sign="+0")
        across = scaled(self.file, "PTY1", default=0.0, sign="+0")
        if across > 0.0:
            across *= math.sin(2.0 * math.atan(1.0 / self.file.number("COEFFICIENTS", "PTY2", sign="+")))
        return self.radius * (along or 1.0), self.radius * (across or 1.0)

    @property
    def rolling_resistance(self) -> float:
        """q_Sy1 λ_My."""
        return scaled(self.file, "QSY1", default=0.0, sign="+0")

    @property
    def effective_radius(self) -> float:
        """(R_0 − R_e)/ρ at the nominal load, D_reff atan B_reff + F_reff; 1/3 where the file has none."""
        file = self.file
        peak, slope, rest = (file.number("VERTICAL", key, default=0.0) for key in ("DREFF", "BREFF", "FREFF"))
        ratio = peak * math.atan(slope) + rest
        if ratio < 0.0:
            entry = file.get("VERTICAL", "DREFF" if peak else "FREFF")
            raise ModelError(
                f"{file.where(entry.line)}: DREFF atan BREFF + FREFF", f"{ratio:g}", allowed="zero or more"
            )
        return ratio or 1.0 / 3.0


def read_tyre_file(path: str | os.PathLike[str]) -> TyreNumbers:
    """Read the numbers of a file, check its kind and that none is missing, and warn of what has no effect."""
    file = read_entries(path)
    check_kind(file)
    file.unit("ANGLE", ANGLES)
    load = file.number("COEFFICIENTS", "LFZO", default=1.0, sign="+") * file.unit("FORCE", FORCES)
    load *= file.number("VERTICAL", "FNOMIN", sign="+")
    radius = file.unit("LENGTH", LENGTHS) * file.number("DIMENSION", "UNLOADED_RADIUS", sign="+")
    signs = dict.fromkeys(NEEDED, "+") | {"PDY1": "0", "PKY1": "-", "PKY2": "+0"}
    coefficients = {}
    for name in PAC2002_NAMES:
        key = name.upper()
        if ("COEFFICIENTS", key) in file.entries or key in NEEDED:
            coefficients[name] = scaled(file, key, sign=signs.get(key, ""))
    text = without_effect(file, coefficients)
    if text:
        warnings.warn(f"{file.where(None)}: {text}", TyreWarning, stacklevel=3)
    return TyreNumbers(coefficients, load, radius, file)


def read_entries(path: str | os.PathLike[str]) -> PropertyFile:
    """Entries of the sections that are used, with their lines."""
    name = checks.path("TyreFile.read", "path", path)
    lines = text_lines(path, f'tyre file "{name}"')
    headings: dict[str, int] = {}
    entries: dict[tuple[str, str], Entry] = {}
    file = PropertyFile(name, headings, entries)
    section = ""
    for number, line in enumerate(lines, 1):
        # up to the first mark of a comment outside of quotation marks
        text = re.match(r"""(?:'[^']*'|"[^"]*"|[^$!])*""", line)[0].strip()  # type: ignore[index]
        if text.startswith("["):
            section = text.strip("[] \t").upper()
            headings.setdefault(section, number)
            if section.endswith("COEFFICIENTS"):
                section = "COEFFICIENTS"
        elif (section in SECTIONS or section == "COEFFICIENTS") and not text.startswith(BLOCKS):
            key, equals, value = text.partition("=")
            key, value = key.strip().upper(), value.strip()
            if text and not (key and equals and value):
                raise ModelError(file.where(number), f"'{line.strip()}'", allowed="KEY = value, or a comment")
            value = value.strip("'\"").strip()
            if (section, key) in entries and entries[section, key].text != value:
                first = entries[section, key].line
                raise ModelError(f"{file.where(number)}: {key}", f"stands in line {first} too", allowed="one")
            if text:
                entries[section, key] = Entry(value, number)
    return file


def check_kind(file: PropertyFile) -> None:
    """Refuse files of other kinds: PROPERTY_FILE_FORMAT and FITTYP must not contradict each other."""
    fits = ", ".join(map(str, FITTYPS))
    kind = file.entries.get(("MODEL", "PROPERTY_FILE_FORMAT"), Entry("", 0))
    fit = file.entries.get(("MODEL", "FITTYP"), Entry("", 0))
    named = kind.text.upper() == "PAC2002"
    if (named or kind.text.upper() in FORMATS) and fit.line:
        if file.number("MODEL", "FITTYP") in FITTYPS:
            return
        raise ModelError(
            f"{file.where(fit.line)}: [MODEL] FITTYP",
            f"FITTYP = '{fit.text}' is another formula than "
            + (f"PROPERTY_FILE_FORMAT = 'PAC2002' in line {kind.line}" if named else "MF-Tyre 5.2"),
            allowed=f"FITTYP = {fits} (MF-Tyre 5.2)" + (", or none" if named else ""),
            remedy="Delete FITTYP if the coefficients are those of PAC2002"
            if named
            else "Other kinds have other formulas under the same names",
        )
    if not named:
        raise ModelError(
            f"{file.where(kind.line or file.headings.get('MODEL'))}: [MODEL]",
            f"PROPERTY_FILE_FORMAT = '{kind.text}'"
            if kind.line
            else "neither FITTYP nor PROPERTY_FILE_FORMAT is there",
            allowed=f"PROPERTY_FILE_FORMAT = 'PAC2002', or FITTYP = {fits} (MF-Tyre 5.2)",
            remedy="Other kinds have other formulas under the same names",
        )


def scaled(file: PropertyFile, key: str, *, default: float | None = None, sign: str = "") -> float:
    """A coefficient times its scaling factors."""
    value = file.number("COEFFICIENTS", key, default=default, sign=sign)
    for factor, names in SCALED.items():
        least = "+" if set(names.split()) & set(NEEDED) else "+0"
        for name in names.split():
            if name == key:
                value *= file.number("COEFFICIENTS", factor, default=1.0, sign=least)
    for factor, names in DIVIDED.items():
        if key in names.split():
            value /= file.number("COEFFICIENTS", factor, default=1.0, sign="+")
    return value


def without_effect(file: PropertyFile, coefficients: Mapping[str, float]) -> str:
    """What a reader has to know about entries that change nothing."""
    unknown, unused = [], []
    for (section, key), entry in file.entries.items():
        if section != "COEFFICIENTS" or key in USED:
            continue
        if key not in UNUSED:
            unknown.append(f"{key} (line {entry.line})")
        elif file.number(section, key) != (1.0 if key.startswith("L") else 0.0):
            unused.append(key)
    parts = []
    if unknown:
        parts.append(f"unknown coefficients {', '.join(unknown)}")
    if unused:
        parts.append(f"not used are {', '.join(unused)}")
    curves = [f"[{name}] (line {file.headings[name]})" for name in CURVES if name in file.headings]
    if curves:
        parts.append(f"not used are {', '.join(curves)}; the vertical stiffness is constant")
    if not any(coefficients.get(name) for name in ("rbx1", "rby1")):
        parts.append("RBX1 and RBY1 are zero, so that F_x and F_y do not weaken each other in combined slip")
    return "; ".join(parts)
