"""Rows of results that make films and pictures of themselves."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mbfe.contracts import checked_request
from mbfe.model.handle import Handle
from mbfe.results.film.film import View, write_film, write_picture
from mbfe.results.film.frames import timing_of
from mbfe.results.rows import RecordedRows

__all__ = ["FilmedRows"]


class FilmedRows(RecordedRows):
    """Rows of results that make films and pictures of themselves, see :class:`mbfe.Run`."""

    @checked_request
    def animate(
        self,
        path: str | os.PathLike[str],
        *,
        fps: float = 30.0,
        size: Any = (1280, 720),
        start: float | None = None,
        end: float | None = None,
        speed: float | None = None,
        duration: float | None = None,
        camera: Any = None,
        follow: str | bool | None = None,
        signals: Sequence[str | Handle] = (),
        background: str = "#FFFFFF",
        ground: bool | None = None,
        progress: bool | None = None,
    ) -> Path:
        """Write a film, ``.mp4``, ``.webm`` or ``.gif`` (extra ``view``); no display is needed.

        Parameters
        ----------
        path : path
            The file; its ending says the kind.
        fps : float
            Frames per second.
        size : tuple of int
            Width and height [pixel].
        start, end : float, optional
            Times [s] between which the run is shown, or places on the path of a static one; all of it when
            absent.
        speed : float, optional
            Seconds of the run in a second of the film, 0.1 for slow motion. Real time when absent; what lasts
            less than a second is slowed down to three seconds, and equilibria are shown in five.
        duration : float, optional
            How long the film lasts [s], instead of `speed`.
        camera : str or array_like, optional
            A view, "iso", "front", "back", "left", "right", "top" or "bottom", or a direction towards the
            camera (3,): all of the motion is in the picture. Or position, target [m] and a direction upwards,
            (3, 3). A three-quarter view when absent.
        follow : str or bool, optional
            Body, node or end of a beam that stays in its place in the picture; True for the middle of the
            mechanism, False for a camera that stands still. When absent the camera moves along with a
            mechanism that travels far.
        signals : sequence of str or Handle
            Signals that are plotted below, with a cursor at the time.
        background : str
            Colour of the background, "#rrggbb".
        ground : bool, optional
            Whether there is a plane below, with shadows; when absent, where there is gravity and no scenery.
        progress : bool, optional
            Whether a bar is shown; on a terminal and in a notebook when absent.

        Returns
        -------
        Path
            The file.

        Notes
        -----
        Frame k of fps × duration frames shows the time start + k·speed/fps exactly: between two rows motions
        are interpolated as by :meth:`mbfe.Run.at`.
        """
        where = f"{type(self).__name__}.animate"
        timing = timing_of(self, where, fps=fps, start=start, end=end, speed=speed, duration=duration)
        shown = [self.signal(name) for name in signals]
        view = View(size, camera, follow, shown, background, ground)
        return write_film(self, path, view, where=where, timing=timing, fps=fps, progress=progress)

    @checked_request
    def picture(
        self,
        path: str | os.PathLike[str],
        *,
        time: float | None = None,
        size: Any = (1280, 720),
        camera: Any = None,
        follow: str | bool | None = None,
        signals: Sequence[str | Handle] = (),
        background: str = "#FFFFFF",
        ground: bool | None = None,
    ) -> Path:
        """Write a picture, ``.png`` or ``.jpg`` (extra ``view``); no display is needed.

        Parameters
        ----------
        path : path
            The file.
        time : float, optional
            Time [s], or place on the path of a static run; the last row when absent.
        size, camera, follow, signals, background, ground
            As for :meth:`animate`: the camera sees all of the motion, so that pictures at several times have
            one scale.

        Returns
        -------
        Path
            The file.
        """
        shown = [self.signal(name) for name in signals]
        view = View(size, camera, follow, shown, background, ground)
        return write_picture(self, path, view, where=f"{type(self).__name__}.picture", time=time)
