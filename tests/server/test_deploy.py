"""The deployment files are valid, and name only existing settings and paths."""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from stromnetz import BadInput
from stromnetz.build import VERSION
from stromnetz.cli import parser
from stromnetz.server.core.config import SECRET, ServerConfig, read_config
from stromnetz.server.core.connections import PROXIES_WARNING, trusted_proxies, trusts_everybody
from tests.helpers import lacking
from tools import pin_images

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = ("Containerfile", "compose.yaml", "kubernetes.yaml", "stromnetz.service", "nginx.conf")


def read_yaml(name: str) -> list[Any]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))


FULL = {"python": 3, "postgres": 2, "redis": 3, "nginx": 3}
"""Components of an exact version number."""


def test_images_have_exact_versions() -> None:
    found: dict[str, str] = {}
    for name in ("Containerfile", "compose.yaml"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        found |= dict(re.findall(r"^\s*(?:FROM|image:)\s+([^\s:]+):?(\S*)", text, re.MULTILINE))
        pinned = pin_images.pin(text, lambda name, tag: "sha256:" + "0" * 64)
        assert pinned.count("@sha256:" + "0" * 64) == len(re.findall(r"^\s*(?:FROM|image:)\s+\S+:", text, re.MULTILINE))
        again = pin_images.pin(pinned, lambda name, tag: "sha256:" + "1" * 64)
        assert again == pinned.replace("0" * 64, "1" * 64), "digests are replaced"
    assert found.pop("stromnetz") == "", "our own is built here"
    assert found.keys() == FULL.keys()
    for image, tag in found.items():
        numbers = r"\.".join([r"\d+"] * FULL[image])
        assert re.fullmatch(rf"{numbers}(-[a-z-]+)?(@sha256:[0-9a-f]{{64}})?", tag), f"{image}:{tag} may change"
    (deployment,) = (one for one in read_yaml("kubernetes.yaml") if one["kind"] == "Deployment")
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    assert container["image"] == f"stromnetz:{VERSION}"


@pytest.mark.parametrize("name", FILES)
def test_trusted_proxies_and_secrets(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert not re.search(r"FORWARDED_ALLOW_IPS\W+\*", text), "whoever is trusted is named"
    for secret in ("PASSWORD", "SECRET", "TOKEN"):
        assert not re.search(rf"\b\w+_{secret}\b", text), "secrets come from files"
    assert "prometheus.io/scrape" not in text


@pytest.mark.parametrize("name", FILES)
def test_variables_and_flags_exist(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    variables = {f"STROMNETZ_{one.name.upper()}" for one in fields(ServerConfig)}
    variables |= {f"{variable}_FILE" for variable in variables}
    assert set(re.findall(r"\bSTROMNETZ_[A-Z_]+", text)) <= variables
    flags = {f"--{one.name.replace('_', '-')}" for one in fields(ServerConfig) if one.metadata["group"] != SECRET}
    for command in re.findall(r"stromnetz serve (.*)", text):
        given = re.findall(r"--[a-z-]+", command)
        assert set(given) - {"--help"} <= flags
    assert set(re.findall(r"--drain-[a-z]+", text)) <= flags


@pytest.mark.subprocess
def test_systemd_accepts_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "stromnetz.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    words = command.split()
    assert words[0] == "/opt/stromnetz/bin/stromnetz"
    environ = dict(re.findall(r"^Environment=(STROMNETZ_\w+)=(.*)$", unit, re.MULTILINE))
    config = read_config(vars(parser().parse_args(words[1:])), environ)
    assert config.log_json
    assert config.database.startswith("/var/lib/stromnetz/")
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert int(seconds) > config.drain_wait + config.drain_time
    program = shutil.which("systemd-analyze")
    if program is None:
        lacking("systemd-analyze is not installed")
    file = tmp_path / "stromnetz.service"
    # it checks that the program exists
    file.write_text(unit.replace(words[0], sys.executable))
    done = subprocess.run([program, "verify", "--man=no", str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def filled(value: str) -> str:
    """Replace a variable of the compose file by its default."""
    return re.sub(r"\$\{\w+:[-?]([^}]*)\}", r"\1", value)


def test_compose_file_has_servers_database_bus_and_proxy() -> None:
    (found,) = read_yaml("compose.yaml")
    services = found["services"]
    assert {"server-1", "server-2", "database", "bus", "proxy"} <= set(services)
    for name in ("server-1", "server-2"):
        server = services[name]
        assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
        # like the systemd unit
        given = {key: filled(value) for key, value in server["environment"].items()}
        # the database and the servers share the password, and nobody else has it
        (secret,) = server["secrets"]
        password = given.pop("STROMNETZ_DATABASE_PASSWORD_FILE")
        assert password == services["database"]["environment"]["POSTGRES_PASSWORD_FILE"] == f"/run/secrets/{secret}"
        assert secret in found["secrets"]
        config = read_config({}, given)
        # only the proxy's network is trusted
        (network,) = found["networks"]["proxy"]["ipam"]["config"]
        assert given["FORWARDED_ALLOW_IPS"] == filled(network["subnet"])
        assert ipaddress.ip_network(given["FORWARDED_ALLOW_IPS"]).prefixlen >= 24
        assert int(server["stop_grace_period"].removesuffix("s")) > config.drain_wait + config.drain_time
        assert {urlsplit(config.database).hostname, urlsplit(config.bus).hostname} <= set(services)
        assert set(server["depends_on"]) <= set(services)
    assert {name for name, one in services.items() if "proxy" in one["networks"]} == {"server-1", "server-2", "proxy"}
    assert services["proxy"]["ports"] == ["127.0.0.1:8080:80"]
    assert "location = /metrics {\n        return 404;" in (DEPLOY / "nginx.conf").read_text()
    for volume in services["proxy"]["volumes"]:
        assert (DEPLOY / volume.split(":")[0]).is_file()
    asked = re.findall(r"^\s+server ([a-z0-9-]+):(\d+)", (DEPLOY / "nginx.conf").read_text(), re.MULTILINE)
    assert {name for name, _ in asked} == {"server-1", "server-2"}
    assert {int(port) for _, port in asked} == {ServerConfig().port}


def test_trusted_proxies_are_addresses_or_networks() -> None:
    proxies = trusted_proxies({"FORWARDED_ALLOW_IPS": "10.0.0.7, 172.30.87.0/24"})
    assert "10.0.0.7" in proxies
    assert "172.30.87.9" in proxies
    assert "172.30.88.9" not in proxies
    assert "127.0.0.1" in trusted_proxies({})
    for wrong in ("172.30.87.1/24", "proxy"):
        with pytest.raises(BadInput, match="FORWARDED_ALLOW_IPS: "):
            trusted_proxies({"FORWARDED_ALLOW_IPS": wrong})
    assert trusts_everybody({"FORWARDED_ALLOW_IPS": "10.0.0.7, *"})
    assert "1.2.3.4" in trusted_proxies({"FORWARDED_ALLOW_IPS": "*"})
    assert "pretend to have any address" in PROXIES_WARNING


def test_kubernetes_probes_existing_paths() -> None:
    found = {one["kind"]: one for one in read_yaml("kubernetes.yaml")}
    pod = found["Deployment"]["spec"]["template"]
    assert found["Deployment"]["spec"]["selector"]["matchLabels"] == pod["metadata"]["labels"]
    assert found["Service"]["spec"]["selector"] == pod["metadata"]["labels"]
    (container,) = pod["spec"]["containers"]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert container["ports"] == [{"name": "http", "containerPort": ServerConfig().port}]
    assert container["args"] == ["stromnetz", "serve"]
    environ = {one["name"]: one["value"] for one in container["env"] if "value" in one}
    # secrets are files in a volume
    files = {key: environ.pop(key) for key in list(environ) if key.endswith("_FILE")}
    (mount,) = (one for one in container["volumeMounts"] if one["name"] == "secrets")
    assert {os.fspath(Path(file).parent) for file in files.values()} == {mount["mountPath"]}
    assert files.keys() == {"STROMNETZ_DATABASE_FILE", "STROMNETZ_METRICS_TOKEN_FILE"}
    assert not trusts_everybody(environ)
    assert "10.244.3.4" in trusted_proxies(environ)
    assert found["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == pod["metadata"]["labels"]
    config = read_config({}, environ)
    probe = container["readinessProbe"]
    assert config.drain_wait > probe["periodSeconds"] * probe["failureThreshold"]
    assert pod["spec"]["terminationGracePeriodSeconds"] > config.drain_wait + config.drain_time
    backend = found["Ingress"]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    assert backend["name"] == found["Service"]["metadata"]["name"]
    assert backend["port"]["name"] == found["Service"]["spec"]["ports"][0]["name"]


def test_container_copies_and_starts_existing_paths() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    known = {"FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "ENV", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "CMD"}
    assert {step for step, _ in steps} == known
    assert steps[-1] == ["CMD", '["stromnetz", "serve"]']
    (lock,) = re.findall(r"-r (locks/\S+)", "\n".join(lines))
    locked = (ROOT / lock).read_text(encoding="utf-8")
    for needed in ("fastapi", "psycopg", "argon2-cffi", "opentelemetry-sdk"):
        assert re.search(rf"^{needed}(\[\S+\])?==", locked, re.MULTILINE), needed
    assert "--hash=sha256:" in locked
    (environment,) = [rest for step, rest in steps if step == "ENV"]
    given = dict(part.split("=", 1) for part in environment.split() if part.startswith("STROMNETZ_"))
    config = read_config({}, given)
    assert (config.host, config.port, config.log_json) == ("0.0.0.0", ServerConfig().port, True)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert not {"src", "web", "docs", "locks", "hatch_build.py", "pyproject.toml", "README.md"} & set(ignored)
    assert os.fspath(Path(config.database).parent) in {rest for step, rest in steps if step == "VOLUME"}
