"""What learners need: positions and options as numbers, in memory of their own (docs/learning.md)."""

from .encoder import Encoder
from .encoding import encode, encoder_of
from .options import OPTION, OPTION_SIZE
from .tables import VERSION, Section

__all__ = ["OPTION", "OPTION_SIZE", "VERSION", "Encoder", "Section", "encode", "encoder_of"]
