"""Positions and options encoded as numbers, and trained nets (docs/learning.md)."""

from .columns import OPTION, OPTION_SIZE, VERSION, Section
from .encoder import Encoder, encode, encoder_of

__all__ = ["OPTION", "OPTION_SIZE", "VERSION", "Encoder", "Section", "encode", "encoder_of"]
