"""A browser without a window, driven by the DevTools protocol through pipes: it needs Chromium alone."""

from __future__ import annotations

import base64
import json
import os
import selectors
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Browser", "find_browser"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 120.0
"""Seconds after which the browser is taken to hang."""


def find_browser() -> str:
    """Program of the browser; the test is skipped where there is none."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None or os.name != "posix":
        pytest.skip("there is no Chromium (Debian: apt-get install chromium)")
    return found


class Browser:
    """One page. What it fetches beyond its file and what it complains about is collected."""

    def __init__(self, profile: Path, *, size: tuple[int, int] = (1000, 700)) -> None:
        flags = [
            "--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
            "--remote-debugging-pipe", "--no-first-run", "--disable-extensions", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
            f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}", "about:blank",
        ]  # fmt: skip
        read_end, self._out = os.pipe()
        self._in, write_end = os.pipe()

        def ends() -> None:
            """Give the pipes the numbers that the browser reads and writes, clear of each other."""
            first, second = os.dup2(read_end, 203), os.dup2(write_end, 204)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [find_browser(), *flags],
            close_fds=False,
            preexec_fn=ends,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_end)
        os.close(write_end)
        self._number, self._rest = 0, b""
        self._session: str | None = None
        self.fetched: list[str] = []
        self.complaints: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        device = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **device)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Result of a command."""
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        answer = self._until(lambda came: came.get("id") == number)
        assert "error" not in answer, f"{method}: {answer['error']}"
        result: dict[str, Any] = answer["result"]
        return result

    def _until(self, accepted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message that is accepted; events on the way are noted."""
        end = time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as ready:
            ready.register(self._in, selectors.EVENT_READ)
            while True:
                while b"\0" in self._rest:
                    line, _, self._rest = self._rest.partition(b"\0")
                    came = json.loads(line)
                    self._note(came.get("method", ""), came.get("params", {}))
                    if accepted(came):
                        return came
                assert ready.select(max(0.0, end - time.monotonic())), "the browser does not answer"
                data = os.read(self._in, 1 << 20)
                assert data, "the browser ended"
                self._rest += data

    def _note(self, method: str, event: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.fetched.append(event["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(event["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "warning", "assert"):
            self.complaints.append(json.dumps(event["args"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] in ("error", "warning"):
            # reading pixels for a screenshot is a remark of the driver, not of the page
            if "GPU stall due to ReadPixels" not in event["entry"]["text"]:
                self.complaints.append(f"{event['entry']['text']} {event['entry'].get('url', '')}".strip())

    def navigate(self, file: Path) -> None:
        """Open a page from disk."""
        self.call("Page.navigate", url=file.resolve().as_uri())

    def open(self, file: Path) -> None:
        """Open a scene from disk and wait until it is drawn."""
        self.fetched.clear()
        self.navigate(file)
        self.ask(
            "new Promise((done) => { const look = () => window.mbfe && window.mbfe.frames > 0 ? done(true)"
            " : document.querySelector('.lost') ? done(false) : setTimeout(look, 20); look(); })"
        )

    def ask(self, expression: str) -> Any:
        """Value of an expression in the page; promises are awaited."""
        result = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def pointer(self, x: float, y: float, *, click: bool = False) -> None:
        """Move the pointer to a place of the page, and click there."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased") if click else ():
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, name: str) -> None:
        """Press a key and let it go."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name)

    def picture(self, file: Path) -> None:
        """Write what is seen as PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        """End the browser."""
        os.close(self._out)
        os.close(self._in)
        try:
            self._process.wait(10.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
