"""Models: named nodes, elements and joints, and their translation into the engine's arrays."""

from mbfe.model.capabilities import NamedOutput, RelativeStart
from mbfe.model.item import Builder, Item
from mbfe.model.model import Model
from mbfe.model.node import Frame, Node

__all__ = ["Builder", "Frame", "Item", "Model", "NamedOutput", "Node", "RelativeStart"]
