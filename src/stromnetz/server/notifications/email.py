"""Emails with signed links, and their delivery by SMTP."""

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
from stromnetz.play.words.vocabulary import common_words
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.identity import SigningKey

from .store import Address

log = logging.getLogger("stromnetz.notifications")

LIBRARIES = ("aiosmtplib",)
TIMEOUT_SECONDS = 20.0
CONFIRM, STOP, FORGET = "confirm", "stop", "forget"
MAX_REQUESTS_PER_GUEST, MAX_REQUESTS_PER_ADDRESS = 5, 3
"""Emails per day that users can request, to confirm an address or to reset a password."""
MAX_ADDRESS_LENGTH = 254
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)


def check_address(value: str) -> str:
    """Validate an email address of the common form ``name@example.org``."""
    address = value.strip()
    local = address.partition("@")[0]
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    if len(address) > MAX_ADDRESS_LENGTH or dots or not _ADDRESS.fullmatch(address):
        raise BadInput(case="mail-address")
    return address


def token(what: str, guest: str, address: str, key: str) -> str:
    """Return the token of a link for one purpose, person and address."""
    digest = hmac.new(bytes.fromhex(key), f"letter {what} {guest} {address}".encode(), hashlib.sha256).digest()
    return f"{guest}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def verify_token(given: str, what: str, guest: str, address: str, key: str) -> bool:
    return hmac.compare_digest(given.encode(), token(what, guest, address, key).encode())


def reset_path(token: str) -> str:
    """Return the path of a reset link. Browsers do not send the part after #, so it appears in no log."""
    return f"/account#reset={token}"


class Mailer:
    def __init__(self, config: ServerConfig, key: SigningKey) -> None:
        self._config = config
        self._key = key
        self._base = config.public_url.rstrip("/")

    def link(self, what: str, to: Address) -> str:
        return f"{self._base}/mail/{what}/{token(what, to.guest, to.address, self._key.text)}"

    def confirmation(self, to: Address) -> EmailMessage:
        """Return the email that asks to confirm an address."""
        words = common_words(to.language)["emails"]
        lines = [words["confirm_text"], self.link(CONFIRM, to), words["confirm_else"]]
        return self._message(to, words["confirm_subject"], lines)

    def password_reset(self, to: Address, token: str) -> EmailMessage:
        """Return the email with a reset link."""
        words = common_words(to.language)["emails"]
        lines = [words["forgotten_text"], f"{self._base}{reset_path(token)}", words["forgotten_else"]]
        return self._message(to, words["forgotten_subject"], lines, stop=False)

    def turn(self, to: Address, tables: Sequence[tuple[str, str]]) -> EmailMessage:
        """Return the email about tables (id, title) that wait for a player. It reveals nothing of the games."""
        words = common_words(to.language)["emails"]
        subject = words["turn_subject"] if len(tables) == 1 else words["turns_subject"].format(n=len(tables))
        lines = [f"{name}\n{self._base}/tables/{id}" for id, name in tables]
        return self._message(to, subject, [words["turn_text"], *lines])

    def _message(self, to: Address, subject: str, lines: Sequence[str], stop: bool = True) -> EmailMessage:
        """Build an email, with ``stop`` one that its reader can unsubscribe from."""
        out = EmailMessage()
        local, _, domain = to.address.rpartition("@")
        out["Subject"], out["From"], out["To"] = subject, self._config.smtp_from, Mailbox("", local, domain)
        out["Date"], out["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self._config.smtp_from.rpartition("@")[2].strip("> ")),
        )
        out["Auto-Submitted"] = "auto-generated"
        if stop:
            link, words = self.link(STOP, to), common_words(to.language)["emails"]
            out["List-Unsubscribe"] = f"<{link}>"
            out["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            lines = [*lines, f"-- \n{words['stop_text']}\n{link}"]
        out.set_content("\n\n".join(lines) + "\n")
        return out

    async def send(self, message: EmailMessage) -> bool:
        """Send an email; return whether the mail server accepted it."""
        import aiosmtplib  # noqa: PLC0415  (an extra)

        config = self._config
        host, _, port = config.smtp.partition(":")
        default_port = {"tls": 465, "starttls": 587, "none": 25}[config.smtp_tls]
        try:
            await aiosmtplib.send(
                message,
                hostname=host,
                port=int(port or default_port),
                username=config.smtp_user or None,
                password=config.smtp_password or None,
                use_tls=config.smtp_tls == "tls",
                start_tls=config.smtp_tls == "starttls",
                timeout=TIMEOUT_SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError) as error:
            log.warning("the mail server did not accept an email: %s", type(error).__name__)
            return False
        return True
