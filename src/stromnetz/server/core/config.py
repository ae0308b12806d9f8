"""How a server is configured: flags of ``stromnetz serve``, else ``STROMNETZ_*`` variables, else what stands here."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from stromnetz.bots import BOTS
from stromnetz.engine.errors import BadInput, short_repr

from .rate_limits import ExemptNetworks

MAX_BOT_NAME_LENGTH = 32
"""As the database keeps it."""
SECRET = "secret"
"""Marks settings that are no flags: a command line can be read by everybody on the machine."""
OPTION = "option"
"""What a setting is called at the command line, where that is not its own name."""
TLS = ("starttls", "tls", "none")
LOG_LEVELS = ("debug", "info", "warning", "error")
AT_LEAST = {
    0: "port watch_port bot_processes bot_pace rate heavy_rate read_rate read_cache drain_wait drain_time lobby_days "
    "finished_days abandoned_days mail_after records_each bot_games_each",
    1: "processes burst heavy_burst read_burst connections connections_each sockets sockets_each tables_each "
    "open_games",
}


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Every field is a flag (``--bot-time``) and a variable (``STROMNETZ_BOT_TIME``); a secret is a variable alone."""

    host: str = field(default="127.0.0.1", metadata={"help": "address to listen at", "metavar": "ADDRESS"})
    port: int = field(default=8765, metadata={"help": "port to listen at; 0 takes a free one"})
    database: str = field(
        default="",
        metadata={
            "help": "a file for SQLite or a postgresql:// address (default: in your data directory)",
            "metavar": "WHERE",
        },
    )
    database_password: str = field(default="", repr=False, metadata={SECRET: True})
    processes: int = field(default=1, metadata={"help": "processes that serve, on PostgreSQL", OPTION: "--workers"})
    bus: str = field(
        default="",
        metadata={
            "help": "a Redis by which servers on one PostgreSQL tell each other news (default: PostgreSQL itself)",
            "metavar": "redis://HOST",
        },
    )
    database_time: float = field(default=5.0, metadata={"help": "seconds in which PostgreSQL must answer"})
    public_url: str = field(
        default="",
        metadata={
            "help": "the address players use when a proxy stands in front: https://play.example.org",
            "metavar": "URL",
        },
    )
    origins: str = field(
        default="",
        metadata={
            "help": "more addresses whose pages may use this server, separated by commas",
            "metavar": "URL[,URL…]",
        },
    )
    log_level: str = field(default="info", metadata={"help": "how much is logged", "choices": LOG_LEVELS})
    log_json: bool = field(default=False, metadata={"help": "write the log as JSON, one object per line"})
    drain_wait: float = field(
        default=0.0,
        metadata={"help": "seconds between being told to stop and refusing connections, for a balancer to notice"},
    )
    drain_time: float = field(
        default=5.0, metadata={"help": "seconds in which whatever is under way is finished before the server ends"}
    )
    metrics_token: str = field(
        default="",
        metadata={
            "help": "show /metrics to those who send 'Authorization: Bearer TEXT' (default: to this machine alone)"
        },
    )
    watch_port: int = field(
        default=0, metadata={"help": "a port of 'stromnetz work' for /metrics, /healthz and /readyz; 0 for none"}
    )
    traces: str = field(
        default="",
        metadata={
            "help": "a collector of OpenTelemetry that takes spans by OTLP over HTTP: http://localhost:4318 (default: "
            "what OTEL_EXPORTER_OTLP_ENDPOINT says)",
            "metavar": "URL",
        },
    )
    bots: str = field(
        default="",
        metadata={
            "help": "the bots that tables are offered: names, or package.module:Class (default: all of Stromnetz)",
            "metavar": "NAME[,NAME…]",
        },
    )
    bot_processes: int = field(default=1, metadata={"help": "processes for bots to think in; 0: inside the server"})
    no_work: bool = field(
        default=False, metadata={"help": "leave the moves of bots to 'stromnetz work' on the same PostgreSQL"}
    )
    bot_time: float = field(
        default=5.0, metadata={"help": "seconds a bot of another package may think about one decision"}
    )
    bot_pace: float = field(default=0.0, metadata={"help": "seconds a bot waits before each move where people play"})
    rate: float = field(
        default=30.0,
        metadata={"help": "requests a second from one guest or address; 0 for no limits, costly requests included"},
    )
    burst: int = field(default=120, metadata={"help": "requests at once from one guest or address"})
    heavy_rate: float = field(
        default=0.5, metadata={"help": "costly requests a second from one address, such as new tables and log-ins"}
    )
    heavy_burst: int = field(default=30, metadata={"help": "the same, at once"})
    rate_exempt: str = field(
        default="",
        metadata={
            "help": "addresses and networks without limits by address, such as a club's: 203.0.113.7,2001:db8::/48",
            "metavar": "ADDRESS[,ADDRESS…]",
        },
    )
    read_rate: float = field(
        default=100.0, metadata={"help": "milliseconds of the processor a second for one guest's costly reads"}
    )
    read_burst: float = field(default=2000.0, metadata={"help": "the same, at once"})
    read_cache: int = field(default=32, metadata={"help": "megabytes for what was read and cannot change"})
    connections: int = field(default=6000, metadata={"help": "connections in all, live ones not counted"})
    connections_each: int = field(default=200, metadata={"help": "connections from one address, live ones not counted"})
    head_time: float = field(default=10.0, metadata={"help": "seconds in which the head of a request must arrive"})
    body_time: float = field(default=20.0, metadata={"help": "seconds in which its body must arrive"})
    sockets: int = field(default=4000, metadata={"help": "live connections in all"})
    sockets_each: int = field(default=60, metadata={"help": "live connections from one address"})
    lobby_days: float = field(
        default=30.0, metadata={"help": "days after which a table that never started is closed; 0 for never"}
    )
    finished_days: float = field(
        default=0.0, metadata={"help": "days after which a game that is over is removed; 0 for never"}
    )
    abandoned_days: float = field(
        default=0.0, metadata={"help": "days without a move after which a running game is removed; 0 for never"}
    )
    archive: str = field(
        default="",
        metadata={"help": "a folder for the records of games before they are removed; or none", "metavar": "FOLDER"},
    )
    no_clocks: bool = field(default=False, metadata={"help": "offer no clocks; those of running games stand still"})
    no_stand_ins: bool = field(
        default=False, metadata={"help": "let nobody vote for a bot in the place of somebody who is away"}
    )
    no_programs: bool = field(default=False, metadata={"help": "let no programs from outside sit at tables as bots"})
    no_chat: bool = field(default=False, metadata={"help": "offer no chat at tables"})
    no_seeking: bool = field(default=False, metadata={"help": "seat nobody together with others who seek a game"})
    no_public_tables: bool = field(default=False, metadata={"help": "list no tables for everybody; links still work"})
    no_answers: bool = field(default=False, metadata={"help": "let nobody give answers in advance"})
    oidc_issuer: str = field(
        default="",
        metadata={
            "help": "a provider of OpenID Connect by which people can log in; the client's id and secret stand in "
            "STROMNETZ_OIDC_CLIENT_ID and STROMNETZ_OIDC_CLIENT_SECRET, or in files that *_FILE name",
            "metavar": "URL",
        },
    )
    oidc_client_id: str = field(default="", repr=False, metadata={SECRET: True})
    oidc_client_secret: str = field(default="", repr=False, metadata={SECRET: True})
    no_accounts: bool = field(
        default=False, metadata={"help": "offer no accounts; whoever has one stays a guest on their devices"}
    )
    no_admin_pages: bool = field(default=False, metadata={"help": "look after the server by 'stromnetz admin' alone"})
    no_ratings: bool = field(default=False, metadata={"help": "rate nobody; no ladder and no profiles"})
    push_contact: str = field(
        default="",
        metadata={
            "help": "who answers for this server to push services, as mailto:… or https://…; without it no Web Push",
            "metavar": "URL",
        },
    )
    push_anywhere: bool = field(
        default=False, metadata={"help": "let Web Push go by http and into private networks, for tests"}
    )
    smtp: str = field(
        default="",
        metadata={"help": "the mail server that takes letters; without it none are written", "metavar": "HOST[:PORT]"},
    )
    smtp_from: str = field(default="", metadata={"help": "who letters are from", "metavar": "ADDRESS"})
    smtp_user: str = field(default="", metadata={"help": "the user at the mail server", "metavar": "NAME"})
    smtp_password: str = field(default="", repr=False, metadata={SECRET: True})
    smtp_tls: str = field(default="starttls", metadata={"help": "how letters travel", "choices": TLS})
    mail_after: float = field(
        default=10.0, metadata={"help": "minutes before somebody who does not look gets a letter"}
    )
    tables_each: int = field(default=100, metadata={"help": "tables of one guest that are not over"})
    bot_games_each: int = field(
        default=30, metadata={"help": "running games between bots alone that one address may have started; 0: no limit"}
    )
    records_each: int = field(default=100, metadata={"help": "records taken in by one guest"})
    open_games: int = field(default=400, metadata={"help": "games kept in memory when nobody watches them"})

    def __post_init__(self) -> None:
        self._check_numbers()
        _ = self.exempt  # a network that cannot be read is refused now
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
        self._check_processes()
        self._check_provider()
        self._check_notices()
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
        """A provider is asked by https, but for one on this machine; and it has to know this server."""
        if not self.oidc_issuer:
            return
        parts = urlsplit(self.oidc_issuer)
        near = parts.hostname in ("localhost", "127.0.0.1", "::1")
        if parts.scheme != "https" and not (near and parts.scheme == "http"):
            raise BadInput(f"oidc_issuer begins with https://, not {short_repr(self.oidc_issuer)}", {})
        if not self.oidc_client_id:
            text = (
                "oidc_issuer needs STROMNETZ_OIDC_CLIENT_ID (or STROMNETZ_OIDC_CLIENT_ID_FILE), as the provider gave it"
            )
            raise BadInput(text, {})

    def _check_notices(self) -> None:
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise BadInput(f"push_contact begins with mailto: or https://, not {short_repr(self.push_contact)}", {})
        if self.smtp_tls not in TLS:
            raise BadInput(f"smtp_tls is {', '.join(TLS)}, not {short_repr(self.smtp_tls)}", {"value": self.smtp_tls})
        if self.smtp and not (self.public_url and "@" in self.smtp_from):
            raise BadInput("letters need public_url, for their links, and smtp_from, whom they are from", {})
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
        """The bots that can be put on a seat here."""
        return tuple(dict.fromkeys([part.strip() for part in self.bots.split(",") if part.strip()])) or tuple(BOTS)

    def need_offered(self, bot: str | None) -> None:
        """Refuse a bot that this server does not offer: a name from the network never loads a module."""
        if bot is not None and bot not in self.offered:
            raise BadInput(
                f"there is no bot {short_repr(bot)}; the bots are {', '.join(self.offered)}", {"bot": short_repr(bot)}
            )

    @property
    def secure(self) -> bool:
        """Whether players come by https, so that cookies need not travel otherwise."""
        return self.public_url.startswith("https://")

    @property
    def database_url(self) -> str:
        """The address of the database for SQLAlchemy, with its password if that is a setting of its own."""
        url = database_url(self.database)
        if not self.database_password or not url.startswith("postgresql"):
            return url
        from sqlalchemy.engine import make_url  # noqa: PLC0415  (other commands load nothing of the server)

        return make_url(url).set(password=self.database_password).render_as_string(hide_password=False)


def program_version() -> str:
    return version("stromnetz")


def database_url(database: str) -> str:
    """An address for SQLAlchemy: of a PostgreSQL, or of a SQLite file."""
    if database.startswith(("postgresql://", "postgres://")):
        return f"postgresql+psycopg://{database.split('://', 1)[1]}"
    if "://" in database:
        return database
    path = Path(database).expanduser() if database else data_directory() / "stromnetz.sqlite"
    return f"sqlite:///{path}"


def data_directory(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Where programs of this platform keep a user's data."""
    home = Path.home()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Stromnetz"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Stromnetz"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "stromnetz"


METAVARS = {str: "TEXT", int: "N", float: "N"}


class Flag(NamedTuple):
    """A setting on the command line."""

    name: str
    help: str
    more: dict[str, Any]
    """What else ``argparse`` wants to know. A flag that is not given is None: then the variable or default holds."""


def flags() -> Iterator[Flag]:
    """A flag for every setting that is no secret, so that none can be forgotten."""
    for one in fields(ServerConfig):
        if SECRET in one.metadata:
            continue
        default: Any = one.default
        kind, about = type(default), {"dest": one.name, **one.metadata}
        about.pop(OPTION, None)
        text = about.pop("help")
        if default and kind is not bool:
            text += f" (default {default:g})" if kind is float else f" (default {default})"
        more: dict[str, Any] = {"action": "store_true", "default": None} if kind is bool else {"type": kind}
        if kind is not bool and "choices" not in about:
            more["metavar"] = METAVARS[kind]
        yield Flag(option_of(one), text, {**more, **about})


def option_of(setting: Field[Any]) -> str:
    name: str = setting.metadata.get(OPTION, "--" + setting.name.replace("_", "-"))
    return name


def read_config(flags: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> ServerConfig:
    """Flags that are given, then files that ``STROMNETZ_*_FILE`` name, then variables, then defaults.

    A file comes before the variable, since an image of a container may set the variable already.
    """
    values: dict[str, Any] = {}
    for one in fields(ServerConfig):
        variable = f"STROMNETZ{option_of(one)[1:].replace('-', '_').upper()}"
        if flags.get(one.name) is not None:
            values[one.name] = flags[one.name]
        elif file := environ.get(f"{variable}_FILE"):
            values[one.name] = _read(variable, _from_file(f"{variable}_FILE", file), type(one.default))
        elif variable in environ:
            values[one.name] = _read(variable, environ[variable], type(one.default))
    return replace(ServerConfig(), **values)


def _from_file(name: str, path: str) -> str:
    """What a file holds, without the line break at its end."""
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


SCHEMES = ("redis", "rediss", "unix")


def validate_bus_url(address: str, postgresql: bool) -> None:
    """Refuse what is no Redis, or where there is nobody to be told. It may hold a password: nobody is shown it."""
    if not postgresql:
        raise BadInput("bus is for servers on one PostgreSQL; a server on SQLite is alone and needs none", {})
    if not _is_redis(address):
        raise BadInput("bus is the address of a Redis: redis://HOST[:PORT][/N], rediss://… or unix://PATH", {})
    if find_spec("redis") is None:
        raise BadInput("a bus by Redis needs redis-py: install 'stromnetz[redis]'", {})


def _is_redis(address: str) -> bool:
    try:
        parts = urlsplit(address)
        at = parts.path if parts.scheme == "unix" else parts.hostname
        return parts.scheme in SCHEMES and bool(at) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
