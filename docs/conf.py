import sys
from functools import cached_property
from types import FunctionType

import mbfe
from mbfe.laws import Law
from mbfe.model import Item
from mbfe.model.capabilities import Capabilities

project = "mbfe"
author = "The mbfe developers"
copyright = "The mbfe developers"
version = release = mbfe.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
source_suffix = {".rst": "restructuredtext", ".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
# Names in lists of attributes are looked up too, and several classes have a "velocity".
suppress_warnings = ["ref.python"]

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings give type, unit and shape
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"mbfe {release}"


def is_inside(app, what, name, thing, skip, options):
    """Whether a member of an item answers the model and not the user, as ``build`` does."""
    if isinstance(thing, Law):
        return True
    if isinstance(thing, property | cached_property):
        thing = thing.fget if isinstance(thing, property) else thing.func
    if not isinstance(thing, FunctionType) or thing.__module__ not in sys.modules:
        return None
    kind = vars(sys.modules[thing.__module__]).get(thing.__qualname__.partition(".")[0])
    if not isinstance(kind, type) or not issubclass(kind, Item) or kind is Item:
        return None
    called = thing.__module__.startswith("mbfe.elements.")  # nobody calls methods of joints and blocks
    return None if called and name not in vars(Item) and name not in vars(Capabilities) else True


def setup(app):
    app.connect("autodoc-skip-member", is_inside)
