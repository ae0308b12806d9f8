"""Settings of the server: flags of ``stromnetz serve``, else ``STROMNETZ_*`` variables, else defaults."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from stromnetz.bots import BOTS
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.extras import install_command, missing

from .rate_limits import ExemptNetworks

T = TypeVar("T")

MAX_BOT_NAME_LENGTH = 32
"""The size of its column in the database."""
TLS = ("starttls", "tls", "none")
LOG_LEVELS = ("debug", "info", "warning", "error")
AT_LEAST = {
    0: "port watch_port bot_processes bot_pace rate heavy_rate read_rate read_cache drain_wait drain_time lobby_days "
    "finished_days abandoned_days mail_after bot_games_each",
    1: "processes burst heavy_burst read_burst connections connections_each sockets sockets_each open_games",
}
SECRET = "secret"
"""Group of settings that are variables only: command lines are visible to all users of a machine."""
ADDRESS, BOTS_GROUP, FEATURES = "address and data", "bots", "features"
MESSAGES, RETENTION, ADVANCED = "email and push messages", "old tables", "advanced"
GROUPS = {
    ADDRESS: "",
    BOTS_GROUP: "",
    FEATURES: "what players can do here",
    MESSAGES: "",
    RETENTION: "",
    ADVANCED: "limits and details that few hosts change; --help-all lists them",
}
"""Groups of settings in the help, in this order, with descriptions."""


def setting(default: T, group: str, text: str = "", metavar: str = "", **more: Any) -> T:
    """A field with the metadata of its flag: group, help, placeholder and further arguments of ``argparse``."""
    metadata = {"group": group, "help": text, "metavar": metavar, **more}
    out: T = field(default=default, repr=group != SECRET, metadata=metadata)
    return out


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """All settings.

    Each is a flag (``--bot-time``) and a variable (``STROMNETZ_BOT_TIME``); secrets are variables only.
    """

    host: str = setting("127.0.0.1", ADDRESS, "address to listen on", "ADDRESS")
    port: int = setting(8765, ADDRESS, "port to listen on; 0 takes a free one")
    public_url: str = setting(
        "", ADDRESS, "the address players use, if a proxy stands in front: https://play.example.org", "URL"
    )
    database: str = setting(
        "", ADDRESS, "SQLite file or postgresql:// address (default: a file in your data directory)", "WHERE"
    )
    database_password: str = setting("", SECRET)
    processes: int = setting(1, ADDRESS, "server processes; more than one needs PostgreSQL", option="--workers")
    log_level: str = setting("info", ADDRESS, "how much is logged", choices=LOG_LEVELS)
    log_json: bool = setting(False, ADDRESS, "write the log as JSON, one object per line")

    bots: str = setting(
        "", BOTS_GROUP, "bots offered at tables: names, or package.module:Class (default: all)", "NAME[,NAME…]"
    )
    bot_processes: int = setting(1, BOTS_GROUP, "processes for bots to think in; 0: inside the server")
    bot_pace: float = setting(0.0, BOTS_GROUP, "seconds a bot waits before each move where people play")

    no_accounts: bool = setting(
        False, FEATURES, "no new accounts and no log-in; people who are logged in stay logged in"
    )
    oidc_issuer: str = setting(
        "",
        FEATURES,
        "log-in through this OpenID Connect provider; the client's id and secret are in STROMNETZ_OIDC_CLIENT_ID and "
        "STROMNETZ_OIDC_CLIENT_SECRET, or in files that *_FILE name",
        "URL",
    )
    oidc_client_id: str = setting("", SECRET)
    oidc_client_secret: str = setting("", SECRET)
    no_ratings: bool = setting(False, FEATURES, "no ratings, ladder and profiles")
    no_chat: bool = setting(False, FEATURES, "no chat at tables")
    no_seeking: bool = setting(False, FEATURES, "no search for other players")
    no_public_tables: bool = setting(False, FEATURES, "no list of public tables; links still work")
    no_clocks: bool = setting(False, FEATURES, "no clocks; those of running games stand still")
    no_stand_ins: bool = setting(False, FEATURES, "no votes for a bot to stand in for a player who is away")
    no_preset_moves: bool = setting(False, FEATURES, "no pre-set moves")
    no_programs: bool = setting(False, FEATURES, "no bots from outside at tables")
    no_admin_pages: bool = setting(False, FEATURES, "no administration in the browser, only 'stromnetz admin'")

    smtp: str = setting("", MESSAGES, "mail server; without it no email is sent", "HOST[:PORT]")
    smtp_from: str = setting("", MESSAGES, "sender of emails", "ADDRESS")
    smtp_user: str = setting("", MESSAGES, "user name at the mail server", "NAME")
    smtp_password: str = setting("", SECRET)
    smtp_tls: str = setting("starttls", MESSAGES, "encryption to the mail server", choices=TLS)
    mail_after: float = setting(10.0, MESSAGES, "minutes before an absent player gets an email")
    push_contact: str = setting(
        "", MESSAGES, "contact for push services, as mailto:… or https://…; without it no push messages are sent", "URL"
    )

    lobby_days: float = setting(30.0, RETENTION, "days after which a table that never started is closed; 0: never")
    finished_days: float = setting(0.0, RETENTION, "days after which a finished game is removed; 0: never")
    abandoned_days: float = setting(
        0.0, RETENTION, "days without a move after which a running game is removed; 0: never"
    )
    archive: str = setting("", RETENTION, "folder for the records of games that are removed; or none", "FOLDER")

    bus: str = setting(
        "",
        ADVANCED,
        "Redis for messages between servers on one PostgreSQL (default: PostgreSQL itself)",
        "redis://HOST",
    )
    database_time: float = setting(5.0, ADVANCED, "seconds in which PostgreSQL must answer")
    no_work: bool = setting(False, ADVANCED, "leave the moves of bots to 'stromnetz work' on the same PostgreSQL")
    watch_port: int = setting(0, ADVANCED, "port of 'stromnetz work' for /metrics, /healthz and /readyz; 0: none")
    origins: str = setting("", ADVANCED, "further web addresses whose pages may use this server", "URL[,URL…]")
    metrics_token: str = setting(
        "", ADVANCED, "token that /metrics asks for, as 'Authorization: Bearer TEXT' (default: this machine only)"
    )
    traces: str = setting(
        "",
        ADVANCED,
        "OpenTelemetry collector (OTLP over HTTP), such as http://localhost:4318 (default: "
        "OTEL_EXPORTER_OTLP_ENDPOINT)",
        "URL",
    )
    drain_wait: float = setting(
        0.0, ADVANCED, "seconds between the signal to stop and refusing connections, for a load balancer to notice"
    )
    drain_time: float = setting(5.0, ADVANCED, "seconds to finish what is under way before the server ends")
    bot_time: float = setting(5.0, ADVANCED, "seconds a bot of another package may think about one decision")
    rate: float = setting(30.0, ADVANCED, "requests a second from one guest or address; 0: no rate limits at all")
    burst: int = setting(120, ADVANCED, "requests at once from one guest or address")
    heavy_rate: float = setting(
        0.5, ADVANCED, "costly requests a second from one address, such as new tables and log-ins"
    )
    heavy_burst: int = setting(30, ADVANCED, "costly requests at once from one address")
    rate_exempt: str = setting(
        "",
        ADVANCED,
        "addresses and networks without limits by address, such as a club's: 203.0.113.7,2001:db8::/48",
        "ADDRESS[,ADDRESS…]",
    )
    read_rate: float = setting(100.0, ADVANCED, "milliseconds of CPU time a second for one guest's costly reads")
    read_burst: float = setting(2000.0, ADVANCED, "milliseconds of CPU time at once for one guest's costly reads")
    read_cache: int = setting(32, ADVANCED, "megabytes of cache for earlier versions of games")
    connections: int = setting(6000, ADVANCED, "connections in total, not counting WebSockets")
    connections_each: int = setting(200, ADVANCED, "connections from one address, not counting WebSockets")
    sockets: int = setting(4000, ADVANCED, "WebSockets in total")
    sockets_each: int = setting(60, ADVANCED, "WebSockets from one address")
    head_time: float = setting(10.0, ADVANCED, "seconds in which the head of a request must arrive")
    body_time: float = setting(20.0, ADVANCED, "seconds in which the body of a request must arrive")
    bot_games_each: int = setting(
        30, ADVANCED, "running games between bots only that one address may have started; 0: no limit"
    )
    open_games: int = setting(400, ADVANCED, "games kept in memory when nobody watches them")
    push_anywhere: bool = setting(False, ADVANCED, "send push messages over http and into private networks, for tests")

    def __post_init__(self) -> None:
        self._check_numbers()
        _ = self.exempt  # raises if a network is invalid
        if (self.finished_days or self.abandoned_days) and not self.archive:
            raise BadInput("games are removed only with an archive: a folder for their records, or the word none", {})
        for bot in self.offered:
            if len(bot) > MAX_BOT_NAME_LENGTH:
                raise BadInput(
                    f"{short_repr(bot)} is too long: a server calls a bot by at most {MAX_BOT_NAME_LENGTH} characters. "
                    "An entry point can give it a shorter name",
                    {"bot": bot},
                )
        if (port := max(self.port, self.watch_port)) > 65535:
            raise BadInput(f"a port is at most 65535, not {port}", {"port": port})
        for name in ("bot_time", "database_time", "head_time", "body_time"):
            if getattr(self, name) <= 0:
                raise BadInput(f"{name} must be more than 0, not {getattr(self, name)}", {name: getattr(self, name)})
        if self.log_level not in LOG_LEVELS:
            raise BadInput(
                f"log_level is {', '.join(LOG_LEVELS)}, not {short_repr(self.log_level)}", {"value": self.log_level}
            )
        self._check_extras()
        self._check_processes()
        self._check_provider()
        self._check_notifications()
        for url in filter(None, (*self.more_origins, self.public_url, self.traces)):
            parts = urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.netloc:
                raise BadInput(
                    f"{short_repr(url)} is not an address: it must begin with http:// or https://", {"url": url}
                )

    def _check_numbers(self) -> None:
        for least, names in AT_LEAST.items():
            for name in names.split():
                if getattr(self, name) < least:
                    raise BadInput(f"{name} must be {least} or more, not {getattr(self, name)}", {name: least})

    def _check_extras(self) -> None:
        """Refuse settings that need a library which is not installed."""
        if self.database_url.startswith("postgresql") and missing("psycopg"):
            raise BadInput(f"PostgreSQL needs psycopg: {install_command('postgres')}", {"missing": "psycopg"})
        if self.metrics_token and missing("prometheus_client"):
            text = f"metrics_token is set, but metrics need prometheus-client: {install_command('metrics')}"
            raise BadInput(text, {"missing": "prometheus_client"})

    def _check_processes(self) -> None:
        postgresql = self.database_url.startswith("postgresql")
        if self.no_work and not postgresql:
            raise BadInput("no_work needs PostgreSQL, by which others do what is left to them; see stromnetz work", {})
        if self.bus:
            validate_bus_url(self.bus, postgresql)
        if self.processes == 1:
            return
        if not postgresql:
            text = (
                "several processes need PostgreSQL: name one by --database postgresql://…, or serve with --workers 1. "
                "SQLite is for one process"
            )
            raise BadInput(text, {"processes": self.processes})
        if sys.platform == "win32":
            text = "several processes cannot share a port on Windows: start several servers behind a proxy"
            raise BadInput(text, {"processes": self.processes})

    def _check_provider(self) -> None:
        """Require https (except for a provider on this machine) and a client id."""
        if not self.oidc_issuer:
            return
        parts = urlsplit(self.oidc_issuer)
        local = parts.hostname in ("localhost", "127.0.0.1", "::1")
        if parts.scheme != "https" and not (local and parts.scheme == "http"):
            raise BadInput(f"oidc_issuer begins with https://, not {short_repr(self.oidc_issuer)}", {})
        if not self.oidc_client_id:
            text = (
                "oidc_issuer needs STROMNETZ_OIDC_CLIENT_ID (or STROMNETZ_OIDC_CLIENT_ID_FILE), as the provider gave it"
            )
            raise BadInput(text, {})

    def _check_notifications(self) -> None:
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise BadInput(f"push_contact begins with mailto: or https://, not {short_repr(self.push_contact)}", {})
        if self.smtp_tls not in TLS:
            raise BadInput(f"smtp_tls is {', '.join(TLS)}, not {short_repr(self.smtp_tls)}", {"value": self.smtp_tls})
        if self.smtp and not (self.public_url and "@" in self.smtp_from):
            raise BadInput("email needs public_url, for links, and smtp_from, the sender", {})
        port = self.smtp.partition(":")[2]
        if port and not (port.isdecimal() and 0 < int(port) < 65536):
            raise BadInput(
                f"smtp is a host, or a host and a port as in mail.example.org:587, not {short_repr(self.smtp)}", {}
            )

    @property
    def more_origins(self) -> tuple[str, ...]:
        return tuple(part.strip().rstrip("/") for part in self.origins.split(",") if part.strip())

    @property
    def exempt(self) -> ExemptNetworks:
        return ExemptNetworks(self.rate_exempt)

    @property
    def offered(self) -> tuple[str, ...]:
        """The bots that can be put on a seat."""
        return tuple(dict.fromkeys([part.strip() for part in self.bots.split(",") if part.strip()])) or tuple(BOTS)

    def require_offered(self, bot: str | None) -> None:
        """Refuse a bot that this server does not offer: a name from a request must never load a module."""
        if bot is not None and bot not in self.offered:
            raise BadInput(
                f"there is no bot {short_repr(bot)}; the bots are {', '.join(self.offered)}", {"bot": short_repr(bot)}
            )

    @property
    def secure(self) -> bool:
        """Whether players use https, so that cookies can be restricted to it."""
        return self.public_url.startswith("https://")

    @property
    def database_url(self) -> str:
        """The SQLAlchemy address of the database, including a password from its own setting."""
        url = database_url(self.database)
        if not self.database_password or not url.startswith("postgresql"):
            return url
        from sqlalchemy.engine import make_url  # noqa: PLC0415  (other commands do not need the server's libraries)

        return make_url(url).set(password=self.database_password).render_as_string(hide_password=False)


def database_url(database: str) -> str:
    """Convert a PostgreSQL address or the path of a SQLite file to an SQLAlchemy address."""
    if database.startswith(("postgresql://", "postgres://")):
        return f"postgresql+psycopg://{database.split('://', 1)[1]}"
    if "://" in database:
        return database
    path = Path(database).expanduser() if database else data_directory() / "stromnetz.sqlite"
    return f"sqlite:///{path}"


def data_directory(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for data of this user on this platform."""
    home = Path.home()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Stromnetz"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Stromnetz"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "stromnetz"


PLACEHOLDERS = {str: "TEXT", int: "N", float: "N"}


class _HelpAll(argparse.Action):
    """Prints the help with the hidden flags; ``const`` holds them with their texts."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        for flag, text in self.const:
            flag.help = text
        parser.print_help()
        parser.exit()


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add a flag for every setting that is not a secret; None means not given."""
    parser.usage = "%(prog)s [options]"
    hidden: list[tuple[argparse.Action, str]] = []
    parser.add_argument("--help-all", action=_HelpAll, nargs=0, const=hidden, help="show all settings and exit")
    groups = {title: parser.add_argument_group(title, text or None) for title, text in GROUPS.items()}
    for one in fields(ServerConfig):
        about: dict[str, Any] = {key: value for key, value in one.metadata.items() if value and key != "option"}
        group = about.pop("group")
        default: Any = one.default
        kind = type(default)
        if group == SECRET:
            continue
        if kind is bool:
            about |= {"action": "store_true", "default": None}
        else:
            about["type"] = kind
            if default:
                about["help"] += f" (default {default:g})" if kind is float else f" (default {default})"
            if "choices" not in about:
                about.setdefault("metavar", PLACEHOLDERS[kind])
        flag = groups[group].add_argument(flag_name(one), dest=one.name, **about)
        if group == ADVANCED:
            hidden.append((flag, about["help"]))
            flag.help = argparse.SUPPRESS


def flag_name(setting: Field[Any]) -> str:
    name: str = setting.metadata.get("option", "--" + setting.name.replace("_", "-"))
    return name


def read_config(flags: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> ServerConfig:
    """Read settings: flags, then files named by ``STROMNETZ_*_FILE``, then variables, then defaults.

    Files come before variables because a container image may already set the variable.
    """
    values: dict[str, Any] = {}
    for one in fields(ServerConfig):
        variable = f"STROMNETZ{flag_name(one)[1:].replace('-', '_').upper()}"
        if flags.get(one.name) is not None:
            values[one.name] = flags[one.name]
        elif file := environ.get(f"{variable}_FILE"):
            values[one.name] = _read(variable, _from_file(f"{variable}_FILE", file), type(one.default))
        elif variable in environ:
            values[one.name] = _read(variable, environ[variable], type(one.default))
    return replace(ServerConfig(), **values)


def _from_file(name: str, path: str) -> str:
    """Return the text of a file without the line break at its end."""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{name}: {path} cannot be read ({type(error).__name__})", {"variable": name}) from None
    if not text:
        raise BadInput(f"{name}: {path} is empty", {"variable": name})
    return text


def _read(name: str, text: str, kind: type[Any]) -> Any:
    if kind is bool:
        word = text.strip().lower()
        if word in ("1", "true", "yes", "on"):
            return True
        if word in ("0", "false", "no", "off", ""):
            return False
        raise BadInput(f"{name} is yes or no, not {short_repr(text)}", {"variable": name})
    try:
        return kind(text)
    except ValueError:
        raise BadInput(f"{name} is a number, not {short_repr(text)}", {"variable": name}) from None


REDIS_SCHEMES = ("redis", "rediss", "unix")


def validate_bus_url(address: str, postgresql: bool) -> None:
    """Refuse an invalid Redis address, or one on SQLite. Errors do not quote it, since it may hold a password."""
    if not postgresql:
        raise BadInput("bus is for servers on one PostgreSQL; a server on SQLite is alone and needs none", {})
    if not _is_redis(address):
        raise BadInput("bus is the address of a Redis: redis://HOST[:PORT][/N], rediss://… or unix://PATH", {})
    if missing("redis"):
        raise BadInput(f"a bus by Redis needs redis-py: {install_command('redis')}", {})


def _is_redis(address: str) -> bool:
    try:
        parts = urlsplit(address)
        at = parts.path if parts.scheme == "unix" else parts.hostname
        return parts.scheme in REDIS_SCHEMES and bool(at) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
