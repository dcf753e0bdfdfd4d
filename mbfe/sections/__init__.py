"""Sections of beams: from engineering data, from 6×6 matrices of other programs, from their files.

A section is about the *reference axis* of its beam, in section axes: x along the beam, y, z in the section.
"""

from __future__ import annotations

from mbfe.sections.checks import SectionWarning as SectionWarning
from mbfe.sections.files import read as read
from mbfe.sections.section import Section as Section
from mbfe.sections.section import damping_factor as damping_factor
from mbfe.sections.solid import circle as circle
from mbfe.sections.solid import ellipse as ellipse
from mbfe.sections.solid import rectangle as rectangle
from mbfe.sections.solid import tube as tube
from mbfe.sections.span import Span as Span
from mbfe.sections.span import interpolate as interpolate
from mbfe.sections.thin_walled import box as box
from mbfe.sections.thin_walled import channel as channel
from mbfe.sections.thin_walled import i_section as i_section
from mbfe.sections.thin_walled import thin_walled as thin_walled
from mbfe.sections.windio import Stations as Stations
from mbfe.sections.windio import from_windio as from_windio

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
