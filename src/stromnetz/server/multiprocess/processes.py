"""Several processes that serve one port. They share the socket, so whoever is free takes the next connection.

One that ends unasked is replaced. What waits to be taken in waits for all of them, so nothing is lost with it.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn, Protocol

log = logging.getLogger("stromnetz.server")

ENDING = (signal.SIGTERM, signal.SIGINT)
SHORT = 5.0
"""Seconds: whoever ends sooner has not started well, and the next one is waited with."""
MAX_RESTART_SECONDS = 30.0

Ready = Callable[[], None]
Serve = Callable[[int, Ready], int]
"""What the process with a number does until it ends: it says when it is ready; its exit code."""


def listen_to_signals() -> None:
    """Those that have come since a process was made are heard now."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


class ProcessObserver(Protocol):
    """Is told which processes there are. A number is free again when its process has ended."""

    def began(self, number: int, pid: int) -> None: ...

    def ended(self, number: int) -> None: ...


class ProcessManager:
    def __init__(self, count: int, serve: Serve, said: Ready, watch: ProcessObserver) -> None:
        self._count = count
        self._serve = serve
        self._said = said
        self._watch = watch
        self._running: dict[int, tuple[int, float]] = {}
        """By the id of a process its number, and when it began."""
        self._ending = False
        self._failed = 0
        # its other end is closed when this process ends, however it does: then the others end, too
        self._watched, self._held = os.pipe()
        self._ready, self._tell = os.pipe()

    def run(self) -> int:
        for sign in ENDING:
            signal.signal(sign, self._end)
        for number in range(self._count):
            self._fork(number)
        threading.Thread(target=self._wait_until_ready, daemon=True).start()
        worst = 0
        while self._running:
            pid, status = os.wait()
            known = self._running.pop(pid, None)
            if known is None:
                continue
            number, began = known
            self._watch.ended(number)
            code = os.waitstatus_to_exitcode(status)
            if self._ending:
                worst = max(worst, abs(code))
                continue
            if code == 0:
                self._end()  # it was told to end, and so are we
                continue
            log.error("worker %d has ended with %d; another takes its place", pid, code)
            self._pause(time.monotonic() - began)
            if not self._ending:
                self._fork(number)
        return 1 if worst else 0

    def _pause(self, lived: float) -> None:
        """One that cannot start is not started again and again at once."""
        self._failed = self._failed + 1 if lived < SHORT else 0
        end = time.monotonic() + min(MAX_RESTART_SECONDS, 0.1 * 2**self._failed)
        while self._failed and not self._ending and time.monotonic() < end:
            time.sleep(0.05)

    def _fork(self, number: int) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        # A signal that comes before the new process has its own handlers would be taken there for one to us. It waits
        # until the server listens to signals: what a handler raises before may end in a weak reference's callback.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        pid = os.fork()
        if pid == 0:
            self._work(number)
        listen_to_signals()
        self._running[pid] = number, time.monotonic()
        self._watch.began(number, pid)
        if self._ending:
            os.kill(pid, signal.SIGTERM)

    def _work(self, number: int) -> NoReturn:
        """In the new process."""
        code = 1
        try:
            for sign in ENDING:
                signal.signal(sign, signal.default_int_handler)
            os.close(self._held)
            threading.Thread(target=self._follow, daemon=True).start()
            code = self._serve(number, self._is_ready)
        except KeyboardInterrupt:
            code = 0
        except BaseException:
            log.exception("a worker could not go on")
        finally:
            with suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)

    def _is_ready(self) -> None:
        os.write(self._tell, b".")

    def _follow(self) -> None:
        os.read(self._watched, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _wait_until_ready(self) -> None:
        left = self._count
        while left > 0:
            left -= len(os.read(self._ready, left))
        self._said()

    def _end(self, *_: object) -> None:
        self._ending = True
        for pid in list(self._running):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
