"""Pin the images of the deploy files to the current digests of their tags (needs the network)."""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

DEPLOY = Path(__file__).parents[1] / "deploy"
FILES = ("Containerfile", "compose.yaml")
IMAGE = re.compile(
    r"^(?P<before>\s*(?:FROM|image:)\s+)(?P<name>[a-z]+(?:/[a-z]+)?):(?P<tag>[\w.-]+)(?:@(?P<digest>sha256:[0-9a-f]{64}))?",
    re.MULTILINE,
)
"""Matches images of Docker Hub with a tag; our own images have no tag."""
REGISTRY, AUTH = "https://registry-1.docker.io", "https://auth.docker.io/token?service=registry.docker.io"
MEDIA_TYPES = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json"
"""Accepted media types: the index of all platforms."""
TIMEOUT_SECONDS = 30


def digest_of(name: str, tag: str) -> str:
    """The current digest of a tag on Docker Hub."""
    path = name if "/" in name else f"library/{name}"
    with urllib.request.urlopen(f"{AUTH}&scope=repository:{path}:pull", timeout=TIMEOUT_SECONDS) as answer:
        token = json.load(answer)["token"]
    headers = {"Authorization": f"Bearer {token}", "Accept": MEDIA_TYPES}
    request = urllib.request.Request(f"{REGISTRY}/v2/{path}/manifests/{tag}", method="HEAD", headers=headers)
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
        found = answer.headers.get("Docker-Content-Digest", "")
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", found):
        raise ValueError(f"the registry gives no digest for {name}:{tag}")
    return str(found)


def pin(text: str, digest: Callable[[str, str], str] = digest_of) -> str:
    """Add the digest of every image to its tag."""
    return IMAGE.sub(lambda m: f"{m['before']}{m['name']}:{m['tag']}@{digest(m['name'], m['tag'])}", text)


def main() -> int:
    for name in FILES:
        path = DEPLOY / name
        before = path.read_text(encoding="utf-8")
        try:
            after = pin(before)
        except (OSError, ValueError, KeyError) as error:
            print(f"{path}: no digest could be looked up, nothing was changed: {error}", file=sys.stderr)
            return 1
        path.write_text(after, encoding="utf-8")
        print(f"{path}: {'pin' if after != before else 'as it was'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
