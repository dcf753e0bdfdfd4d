"""The audit of a model: its findings, printed and drawn."""

from __future__ import annotations

from pathlib import Path

from mbfe.audit.drawing import draw
from mbfe.audit.findings import Findings
from mbfe.audit.report import text
from mbfe.contracts import checked
from mbfe.files.writing import writing


class Audit(Findings):
    """Findings about a model before the first step; ``print`` shows them all."""

    @checked
    def draw(self, *, file: str | Path = "model.svg") -> Path:
        """Draw the graph of the model: bodies, joints, elements, the ground, loops and redundant joints.

        Parameters
        ----------
        file : str or Path
            Where to write the SVG.

        Returns
        -------
        Path
            The file.
        """
        path = Path(file)
        with writing(f'drawing "{path}"'):
            path.write_text(draw(self, self._model), encoding="utf-8")
        return path

    def __str__(self) -> str:
        return text(self)
