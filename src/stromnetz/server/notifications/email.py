"""Letters: what is written to people by e-mail, with signed links, and how the server of the host gets it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import re
from collections.abc import Sequence
from email.headerregistry import Address as Mailbox
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from stromnetz.engine.errors import BadInput
from stromnetz.play.words.wording import common_words
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.identity import SigningKey

from .store import Address

log = logging.getLogger("stromnetz.notices")

LIBRARIES = ("aiosmtplib",)
SECONDS = 20.0
CONFIRM, STOP, FORGET = "confirm", "stop", "forget"
ASKED_EACH, ASKED_THERE = 5, 3
"""Letters that somebody asks for, a day: for one guest, and to one address."""
MAX_ADDRESS_LENGTH = 254
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)


def check_address(value: str) -> str:
    """An address as servers take it everywhere: ``name@example.org``.

    >>> check_address(" ann@example.org ")
    'ann@example.org'
    """
    address = value.strip()
    local = address.partition("@")[0]
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    if len(address) > MAX_ADDRESS_LENGTH or dots or not _ADDRESS.fullmatch(address):
        raise BadInput(case="mail-address")
    return address


def token(what: str, guest: str, address: str, key: str) -> str:
    """The secret of a link in a letter: for one thing, one person and one address."""
    digest = hmac.new(bytes.fromhex(key), f"letter {what} {guest} {address}".encode(), hashlib.sha256).digest()
    return f"{guest}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def verify_token(given: str, what: str, guest: str, address: str, key: str) -> bool:
    return hmac.compare_digest(given.encode(), token(what, guest, address, key).encode())


def reset_path(token: str) -> str:
    """Where another password is set. What stands after # is in no log: browsers keep it to themselves."""
    return f"/account#reset={token}"


class Mailer:
    def __init__(self, config: ServerConfig, key: SigningKey) -> None:
        self._config = config
        self._key = key
        self._base = config.public_url.rstrip("/")

    def link(self, what: str, to: Address) -> str:
        return f"{self._base}/mail/{what}/{token(what, to.guest, to.address, self._key.text)}"

    def asking(self, to: Address) -> EmailMessage:
        """The letter that asks whether somebody wants letters at all."""
        words = common_words(to.language)["letters"]
        lines = [words["confirm_text"], self.link(CONFIRM, to), words["confirm_else"]]
        return self._letter(to, words["confirm_subject"], lines)

    def forgotten(self, to: Address, token: str) -> EmailMessage:
        """The letter with which somebody sets another password."""
        words = common_words(to.language)["letters"]
        lines = [words["forgotten_text"], f"{self._base}{reset_path(token)}", words["forgotten_else"]]
        return self._letter(to, words["forgotten_subject"], lines, stop=False)

    def turn(self, to: Address, tables: Sequence[tuple[str, str]]) -> EmailMessage:
        """It is somebody's turn at these tables: (id, what is played there). Nothing of a game stands in it."""
        words = common_words(to.language)["letters"]
        subject = words["turn_subject"] if len(tables) == 1 else words["turns_subject"].format(n=len(tables))
        lines = [f"{name}\n{self._base}/tables/{id}" for id, name in tables]
        return self._letter(to, subject, [words["turn_text"], *lines])

    def _letter(self, to: Address, subject: str, lines: Sequence[str], stop: bool = True) -> EmailMessage:
        """An e-mail; with ``stop``, one that its reader can unsubscribe from."""
        out = EmailMessage()
        local, _, domain = to.address.rpartition("@")
        out["Subject"], out["From"], out["To"] = subject, self._config.smtp_from, Mailbox("", local, domain)
        out["Date"], out["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self._config.smtp_from.rpartition("@")[2].strip("> ")),
        )
        out["Auto-Submitted"] = "auto-generated"
        if stop:
            link, words = self.link(STOP, to), common_words(to.language)["letters"]
            out["List-Unsubscribe"] = f"<{link}>"
            out["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            lines = [*lines, f"-- \n{words['stop_text']}\n{link}"]
        out.set_content("\n\n".join(lines) + "\n")
        return out

    async def send(self, letter: EmailMessage) -> bool:
        """Hand a letter over; whether it was taken."""
        import aiosmtplib  # noqa: PLC0415  (of the extra)

        config = self._config
        host, _, port = config.smtp.partition(":")
        usual = {"tls": 465, "starttls": 587, "none": 25}[config.smtp_tls]
        try:
            await aiosmtplib.send(
                letter,
                hostname=host,
                port=int(port or usual),
                username=config.smtp_user or None,
                password=config.smtp_password or None,
                use_tls=config.smtp_tls == "tls",
                start_tls=config.smtp_tls == "starttls",
                timeout=SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError) as error:
            log.warning("a letter was not taken: %s", type(error).__name__)
            return False
        return True
