import contextlib
import os
import pkgutil
import sys
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import mbfe
from mbfe.laws import Law
from mbfe.model import Item
from mbfe.model.capabilities import Capabilities
from tools.parts.pages import sections

project = "mbfe"
author = "The mbfe developers"
copyright = "The mbfe developers"
version = release = mbfe.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_design",
]
source_suffix = {".rst": "restructuredtext", ".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["_build", "_extra"]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3

# Pages with code cells are executed in a process of their own, compiled also where this one is not.
# They find shown.py in any folder, and show no bars of progress.
os.environ.pop("NUMBA_DISABLE_JIT", None)
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, (str(Path(__file__).parent / "gallery"), os.environ.get("PYTHONPATH")))
)
os.environ["TQDM_DISABLE"] = "1"
nb_output_stderr = "remove"
nb_render_error_lexer = "text"
nb_execution_raise_on_error = True
nb_execution_timeout = 900
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # no page has widgets, and none fetches their program
EXTRA = Path(__file__).parent / "_extra"
EXTRA.mkdir(exist_ok=True)
html_extra_path = [EXTRA.name]

# Names in lists of attributes are looked up too, and several classes have a "velocity".
suppress_warnings = ["ref.python"]

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings give type, unit and shape
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"mbfe {release}"
html_static_path = ["_static"]
html_css_files = ["mbfe.css"]


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


def homes_of(target, shown):
    """Names under which the reference may show what a link means.

    A public name stands in the module that defines it, mbfe.lines.arc in mbfe.geometry.lines; a short one, as
    Law.switch, is that of the only object that ends so.
    """
    with contextlib.suppress(AttributeError, ImportError):
        thing = pkgutil.resolve_name(target)
        if isinstance(thing, ModuleType):
            yield thing.__name__
        elif hasattr(thing, "__qualname__"):
            yield f"{thing.__module__}.{thing.__qualname__}"
    alike = {(at.docname, at.node_id): name for name, at in shown.items() if name.endswith(f".{target}")}
    if len(alike) == 1:
        yield from alike.values()


def lead_home(app, env, node, contnode):
    """Let links with public names lead to where they are documented; one that leads nowhere is a warning.

    Types in lists of arguments are looked up too, and words there, as "float", are no links. Bases of classes
    are named whether the reference shows them or not.
    """
    if node.get("refdomain") != "py" or not isinstance(contnode, nodes.literal):
        return None
    if node.parent is not None and node.parent.astext().startswith("Bases: "):
        return None
    python, target = env.get_domain("py"), node["reftarget"]
    for home in homes_of(target, python.objects):
        if home in python.objects or home in python.modules:
            return python.resolve_xref(
                env, node["refdoc"], app.builder, node["reftype"], home, node, contnode
            )
    logging.getLogger(__name__).warning(
        "the link :%s:`%s` leads nowhere: write ``%s``, or document it", node["reftype"], target, target,
        location=node,
    )  # fmt: skip
    return None


class Kinds(SphinxDirective):
    """Reference of all public classes that derive from one."""

    required_arguments = 1

    def run(self):
        """Their places in the reference."""
        base, here = pkgutil.resolve_name(self.arguments[0]), nodes.Element()
        kinds = (name for name in dir(mbfe) if is_public_kind(getattr(mbfe, name), base))
        lines = [line for name in kinds for line in (f".. autoclass:: mbfe.{name}", "")]
        self.state.nested_parse(StringList(lines, source=self.env.docname), self.content_offset, here)
        return here.children


class Parts(SphinxDirective):
    """A card for each section of a page of parts, with its picture and a link."""

    required_arguments = 1

    def run(self):
        """A grid of cards."""
        page, here = f"parts/{self.arguments[0]}.md", nodes.Element()
        self.env.note_dependency(page)
        lines = ["::::::{grid} 3 4 5 6", ":gutter: 2", ":class-container: parts", ""]
        for part in sections(Path(self.env.srcdir) / page):
            lines += [":::::{grid-item-card}", f":link: {part.label}", ":link-type: ref"]
            lines += [f":img-top: {part.picture}", f":img-alt: {part.words}", "", part.name, ":::::", ""]
        lines = StringList([*lines, "::::::"], source=self.env.docname)
        self.state.nested_parse(lines, self.content_offset, here)
        return here.children


def is_public_kind(thing, base):
    """Whether it is a class that derives from a base."""
    return isinstance(thing, type) and issubclass(thing, base) and thing is not base


def setup(app):
    app.add_directive("kinds", Kinds)
    app.add_directive("parts", Parts)
    app.connect("autodoc-skip-member", is_inside)
    app.connect("missing-reference", lead_home)
