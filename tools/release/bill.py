"""The software bill of materials: what an installed package consists of, as CycloneDX.

The packages of Python are read from the environment it was installed in; what lies in the package itself, and was made
by others, comes from the page of licences (tools/licences.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tools.licences import Part, parts


def write(python: Path, to: Path) -> int:
    """Write the bill of the environment of this Python; the number of components."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", str(python), "--output-reproducible"]
    made = subprocess.run([*command, "--of", "JSON", "-o", "-"], capture_output=True, text=True, check=True)
    bill: dict[str, Any] = json.loads(made.stdout)
    (ours,) = (one for one in bill["components"] if one["name"] == "stromnetz")
    # its address as a file would tell where it was built
    ours.pop("externalReferences", None)
    ours["components"] = [_component(part) for part in parts()]
    text = json.dumps(bill, indent=2, sort_keys=True) + "\n"
    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if problem:
        raise SystemExit(f"The bill of materials is not valid: {problem}")
    to.write_text(text, encoding="utf-8")
    return len(bill["components"]) + len(ours["components"])


def _component(part: Part) -> dict[str, Any]:
    free = part.licence == "public domain"
    out: dict[str, Any] = {
        "type": "data" if free else "library",
        "bom-ref": part.package,
        "name": part.name,
        "description": part.purpose,
        "licenses": [{"license": {"name": part.licence} if free else {"id": part.licence}}],
    }
    if part.version:
        out |= {"version": part.version, "purl": part.package}
    return out
