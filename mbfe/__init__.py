"""mbfe: flexible multibody dynamics by finite elements, in Python at compiled speed."""

from pathlib import Path

# elements/, joints/, blocks/ and examples/ stand beside mbfe/ in the sources and inside it when installed.
_here = Path(__file__).resolve().parent
if not (_here / "elements").is_dir() and (_here.parent / "elements" / "__init__.py").is_file():
    __path__.append(str(_here.parent))

from mbfe import doors  # noqa: E402  (after the path)
from mbfe.version import __version__ as __version__  # noqa: E402

doors.register("audit", "mbfe.audit", "audit_model")
doors.register("assemble", "mbfe.analyses.kinematic.assemble", "assemble")
doors.register("feed", "mbfe.blocks.source", "feed")
doors.register("fed_variable", "mbfe.blocks.block", "fed_variable")
doors.register("picture", "mbfe.results.film.model_picture", "picture_model")
doors.register("scene", "mbfe.results.scene.model_scene", "write_model")
doors.register("inline_scene", "mbfe.audit.model_card", "inline_scene")
doors.register("model_card", "mbfe.audit.model_card", "model_card")
doors.register("results", "mbfe.results.motion_run", "class_of")

# type checkers read the public names in the stub, and they stand there alone
__getattr__, __dir__ = doors.public_names(__name__, _here / "__init__.pyi")
