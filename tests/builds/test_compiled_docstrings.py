"""The compiled build has docstrings and signatures, for ``help`` and for notebooks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.helpers import lacking
from tools import compiled
from tools.compiled import insert_docstrings

SOURCE = '''"""A module."""

class Game:
    """A "game"?"""

    def apply(self, move):
        """Make a mo\u0308ve."""

    @property
    def version(self):
        """A number."""

    def quiet(self):
        pass

class Bare:
    def say(self):
        """Say it."""

def roll(game):
    """Play on."""
'''
WRITTEN = r"""
static PyGetSetDef x___Game_getseters[] = {
    {"rules",
     (getter)x___Game_get_rules, (setter)x___Game_set_rules,
     NULL, NULL},
    {"version",
     (getter)x___Game_get_version,
    NULL, NULL, NULL},
    {NULL}  /* Sentinel */
};
static PyMethodDef x___Game_methods[] = {
    {"apply",
     (PyCFunction)CPyPy_x___Game___apply,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("apply($self, move=\\'a\\')\\n--\\n\\n")},
    {"quiet",
     (PyCFunction)CPyPy_x___Game___quiet,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL)},
};
static PyTypeObject CPyType_x___Game_template_ = {
    .tp_name = "Game",
    .tp_doc = PyDoc_STR("Game()\\n--\\n\\n"),
};
static PyMethodDef x___Bare_methods[] = {
    {"say",
     (PyCFunction)CPyPy_x___Bare___say,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL)},
};
static PyMethodDef xmodule_methods[] = {
    {"roll", (PyCFunction)CPyPy_x___roll, METH_FASTCALL, PyDoc_STR("roll(game)\\n--\\n\\n") /* docstring */},
};
    NULL, /* docstring */
"""


def test_docstrings_are_put_where_mypyc_leaves_them_out() -> None:
    found = insert_docstrings(WRITTEN.replace("\\\\", "\\"), SOURCE)
    for wanted in (
        "PyDoc_STR(\"apply($self, move=\\'a\\')\\n--\\n\\nMake a mo\\314\\210ve.\")},",
        "METH_KEYWORDS, PyDoc_STR(NULL)},",
        '    NULL, PyDoc_STR("A number."), NULL},',
        "     NULL, NULL},",
        '.tp_doc = PyDoc_STR("Game()\\n--\\n\\nA \\042game\\042\\077"),',
        'PyDoc_STR("Say it.")},',
        'PyDoc_STR("roll(game)\\n--\\n\\nPlay on.") /* docstring */},',
        '    "A module.", /* docstring */',
    ):
        assert wanted in found
    assert len(found.splitlines()) == len(WRITTEN.splitlines())


SHOWN = """
import inspect, json, sys
import stromnetz
from stromnetz.engine.moves import MOVES
from stromnetz.play.rollouts import rollout

out = {"build": stromnetz.BUILD}
owners = [stromnetz.Game, stromnetz.View, stromnetz.Decision, *MOVES.values()]
for owner in [rollout, *owners, *(getattr(stromnetz, name) for name in stromnetz.__all__)]:
    if callable(owner):
        names = inspect.signature(owner).parameters
        out[owner.__qualname__] = [inspect.getdoc(owner), list(names)]
for owner in owners:
    for name in dir(owner):
        value = getattr(owner, name)
        if not name.startswith("_") and (callable(value) or inspect.isdatadescriptor(value)):
            names = list(inspect.signature(value).parameters) if callable(value) else []
            out[f"{owner.__qualname__}.{name}"] = [inspect.getdoc(value), names]
json.dump(out, sys.stdout)
"""


def shown(pure: str) -> dict[str, Any]:
    environment = {**os.environ, "STROMNETZ_PURE": pure}
    done = subprocess.run([sys.executable, "-c", SHOWN], env=environment, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.subprocess
def test_both_builds_have_the_same_docstrings_and_signatures() -> None:
    if not compiled.up_to_date(compiled.OUT):
        lacking("nothing is compiled, or it is out of date: 'make compiled' builds it")
    pure, built = shown("1"), shown("")
    assert (pure.pop("build"), built.pop("build")) == ("pure", "compiled")
    assert {"Game", "Game.apply", "Game.version", "View.sample", "Bid", "Bid.to_json", "rollout"} <= pure.keys()
    assert all(pure[name][0] for name in ("Game", "Game.apply", "Game.version", "Bid", "View", "rollout"))
    assert {name: built.get(name) for name, facts in pure.items() if built.get(name) != facts} == {}
