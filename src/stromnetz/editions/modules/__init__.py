"""Modules: functions that change an edition by appending to its tables and hooks, and the state they keep."""
