"""The built documentation in a real browser: `make docs` names its folder in ``MBFE_PAGES``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Browser

BUILT = os.environ.get("MBFE_PAGES", "")
APART = {"_static", "_modules"}
"""Files of the theme, and listings of the sources."""
PAGES = sorted(page for page in Path(BUILT).rglob("*.html") if BUILT and not APART & set(page.parts))
SCENES = [page for page in PAGES if page.parent.name == "scenes"]
TEXTS = [page for page in PAGES if page not in SCENES]
WIDE, PHONE = 1300, 400
OFF_SITE = ("https://cdn.jsdelivr.net/npm/mathjax@",)
"""What pages fetch beyond their folder: MathJax, which typesets equations."""

pytestmark = pytest.mark.skipif(not BUILT, reason="`make docs` builds the pages and looks at them")

LOADED = """
new Promise((done) => {
  for (const each of document.querySelectorAll("img, iframe")) each.loading = "eager";
  const all = [...document.images];
  const look = () => all.every((image) => image.complete) ? done(true) : setTimeout(look, 20);
  document.readyState === "complete" ? look() : addEventListener("load", look);
})
"""
BROKEN = "[...document.images].filter((image) => !image.naturalWidth).map((image) => image.src)"
WITHOUT_WORDS = "[...document.images].filter((image) => !image.alt.trim()).map((image) => image.src)"
WIDTH = "document.scrollingElement.scrollWidth"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"), size=(WIDE, 900))
    yield made
    made.close()


def show(browser: Browser, page: Path, width: int) -> None:
    """Open a page at a width and wait for its pictures."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.call("Emulation.setDeviceMetricsOverride", **size)
    browser.fetched.clear()
    browser.complaints.clear()
    browser.navigate(page)
    assert browser.ask(LOADED)


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: str(page.relative_to(BUILT)))
def test_a_page_is_whole(browser: Browser, page: Path) -> None:
    """No picture is missing or without words, nothing complains, and a phone shows all of its width."""
    show(browser, page, WIDE)
    assert browser.ask(BROKEN) == []
    assert browser.ask(WITHOUT_WORDS) == []
    root = Path(BUILT).resolve().as_uri()
    strange = [url for url in browser.fetched if not url.startswith((root, "data:", "about:", *OFF_SITE))]
    assert strange == []
    assert [said for said in browser.complaints if not any(site in said for site in OFF_SITE)] == []
    show(browser, page, PHONE)
    assert browser.ask(WIDTH) <= PHONE


@pytest.mark.parametrize("page", SCENES, ids=lambda page: page.stem)
def test_a_scene_of_the_pages_is_drawn(browser: Browser, page: Path) -> None:
    browser.complaints.clear()
    browser.open(page)
    assert browser.ask("window.mbfe.frames") > 0
    assert browser.complaints == []


def test_there_are_pages_and_scenes() -> None:
    assert len(TEXTS) > 50
    if (Path(BUILT) / "scenes").exists():
        assert len(SCENES) > 20
