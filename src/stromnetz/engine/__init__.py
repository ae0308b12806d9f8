"""The rules engine: positions, moves, events, the agenda. Standard library only; no I/O, no clock, no globals."""
