"""Docstrings as the site shows them: an extension of griffe, named in mkdocs.yml.

Examples are doctests and become blocks of code; names in the roles of Sphinx become code.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
ROLE = re.compile(r":\w+:`~?\.*([^`]+)`")


class Plain(Extension):  # type: ignore[misc, unused-ignore]  # griffe is only in the environment of `make docs`
    def on_object(self, *, obj: Object, **more: Any) -> None:
        if obj.docstring is not None:
            text = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
            obj.docstring.value = ROLE.sub(r"`\1`", text)
