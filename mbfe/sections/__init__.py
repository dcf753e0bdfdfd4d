"""Sections of beams: from engineering data, from 6×6 matrices of other programs, from their files.

A section is about the *reference axis* of its beam, in section axes: x along the beam, y, z in the section.
"""

from __future__ import annotations

from mbfe.sections.checks import SectionWarning
from mbfe.sections.files import read
from mbfe.sections.section import Section, damping_factor
from mbfe.sections.solid import circle, ellipse, rectangle, tube
from mbfe.sections.span import Span as Span
from mbfe.sections.span import interpolate
from mbfe.sections.thin_walled import box, channel, i_section
from mbfe.sections.thin_walled import thin_walled as thin_walled
from mbfe.sections.windio import Stations as Stations
from mbfe.sections.windio import from_windio

__all__ = [
    "Section", "SectionWarning", "box", "channel", "circle", "damping_factor", "ellipse", "from_windio",
    "i_section", "interpolate", "read", "rectangle", "tube",
]  # fmt: skip

Section.rectangle = staticmethod(rectangle)
Section.circle = staticmethod(circle)
Section.tube = staticmethod(tube)
Section.ellipse = staticmethod(ellipse)
Section.box = staticmethod(box)
Section.i_section = staticmethod(i_section)
Section.channel = staticmethod(channel)
Section.thin_walled = staticmethod(thin_walled)
