"""Docstrings in the C files that mypyc writes: it keeps signatures and drops the texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

TABLE = re.compile(r"static (?:PyMethodDef|PyGetSetDef) (?P<owner>\w+)_(?:methods|getseters)\[\] = \{")
"""Begins the methods or the properties of a class, or the functions of a module."""
ENTRY = re.compile(r'\s*\{"(?P<name>\w+)",')
TYPE_NAME = re.compile(r'\s*\.tp_name = "(?P<name>\w+)",')
DOC = re.compile(r'PyDoc_STR\((?:NULL|"(?P<signature>(?:[^"\\]|\\.)*)")\)')
PROPERTY_END = re.compile(r"NULL, NULL\},$")
MODULE_DOC = "NULL, /* docstring */"


def docstrings(source: str) -> dict[str, str]:
    """Every docstring of a module by its qualified name; the module's own by an empty one."""
    tree = ast.parse(source)
    return {name: text for name, node in _documented(tree, "") if (text := ast.get_docstring(node)) is not None}


Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def _documented(node: Documented, name: str) -> Iterator[tuple[str, Documented]]:
    yield name, node
    if not isinstance(node, ast.FunctionDef):
        for child in node.body:
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                yield from _documented(child, f"{name}.{child.name}" if name else child.name)


def with_docstrings(c: str, source: str) -> str:
    """The C file of a module with the docstrings of its source; what is not recognised stays as it is."""
    docs = docstrings(source)
    owner = name = ""
    lines = []
    for line in c.splitlines(keepends=True):
        if found := TABLE.match(line):
            last = found["owner"].rpartition("___")[2]
            owner = "" if last.endswith("module") else f"{last}."
            name = ""
        elif found := TYPE_NAME.match(line):
            owner, name = "", found["name"]
        elif found := ENTRY.match(line):
            name = found["name"]
        elif line.startswith("}"):
            owner = name = ""
        if MODULE_DOC in line and "" in docs:
            lines.append(line.replace("NULL", _literal(docs[""]), 1))
        elif name and f"{owner}{name}" in docs:
            lines.append(_documented_line(line, docs[f"{owner}{name}"]))
        else:
            lines.append(line)
    return "".join(lines)


def _documented_line(line: str, text: str) -> str:
    if found := DOC.search(line):
        return f"{line[: found.start()]}PyDoc_STR({_literal(text, found['signature'])}){line[found.end() :]}"
    if found := PROPERTY_END.search(line):
        return f"{line[: found.start()]}PyDoc_STR({_literal(text)}), NULL}},\n"
    return line


def _literal(text: str, before: str | None = None) -> str:
    """A text as a C string literal, after what stands in one already."""
    escaped = "".join([chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode()])
    return f'"{before or ""}{escaped}"'
