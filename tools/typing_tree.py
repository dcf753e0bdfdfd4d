"""Lay build/typing/mbfe as links, so that type checkers see the packages where an installation has them.

The folders elements/, joints/, blocks/ and examples/ stand beside mbfe/ on disk and are imported as
mbfe.elements, mbfe.joints, mbfe.blocks and mbfe.examples. Type checkers follow neither the import hook of an
editable installation nor ``__path__``; they do follow links. The mapping is read from pyproject.toml.
"""

import shutil
import tomllib
from pathlib import Path


def lay(root: Path) -> Path:
    """Make the tree again below ``root`` and return the folder that belongs on the checker's path."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    mapped = settings["tool"]["setuptools"]["package-dir"]
    tree = root / "build" / "typing"
    shutil.rmtree(tree, ignore_errors=True)
    package = tree / "mbfe"
    package.mkdir(parents=True)
    for source in (root / "mbfe").iterdir():
        if source.name != "__pycache__":
            (package / source.name).symlink_to(source, target_is_directory=source.is_dir())
    for name, folder in mapped.items():
        if name != "mbfe":
            (package / name.removeprefix("mbfe.")).symlink_to(root / folder, target_is_directory=True)
    return tree


if __name__ == "__main__":
    lay(Path(__file__).resolve().parent.parent)
