"""Environments for machine learning (docs/learning.md): all seats of a game, or one seat against bots.

They need ``pip install "stromnetz[learn]"``.
"""

from stromnetz.extras import install_command, missing

if _missing := missing("gymnasium", "numpy", "pettingzoo"):
    raise ImportError(f"stromnetz.envs needs {', '.join(_missing)}: {install_command('learn')}")

from .aec import TableEnv, env, raw_env
from .kinds import SLOT, SLOT_SIZE, Observation
from .seat import SeatEnv, register

register()

__all__ = ["SLOT", "SLOT_SIZE", "Observation", "SeatEnv", "TableEnv", "env", "raw_env"]
