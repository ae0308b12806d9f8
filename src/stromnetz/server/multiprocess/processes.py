"""Several server processes on one port. They share the socket, so any free one accepts a connection.

A process that ends unexpectedly is replaced; waiting connections go to the others.
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
from typing import NoReturn

log = logging.getLogger("stromnetz.server")

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)
MIN_LIFETIME_SECONDS = 5.0
"""A process that ends sooner counts as a failed start, and its replacement is delayed."""
MAX_RESTART_SECONDS = 30.0

Ready = Callable[[], None]
Serve = Callable[[int, Ready], int]
"""Runs the process with a number until it ends; calls the function when it is ready; returns the exit code."""


def listen_to_signals() -> None:
    """Unblock signals, which were blocked when the process was forked."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)


class ProcessObserver:
    """Notified when processes begin and end; this one does nothing. Numbers of ended processes are reused."""

    def began(self, number: int, pid: int) -> None: ...

    def ended(self, number: int) -> None: ...


class ProcessManager:
    def __init__(self, count: int, serve: Serve, on_ready: Ready, observer: ProcessObserver) -> None:
        self._count = count
        self._serve = serve
        self._on_ready = on_ready
        self._observer = observer
        self._running: dict[int, tuple[int, float]] = {}
        """Number and start time by process id."""
        self._stopping = False
        self._failed = 0
        # the write end is closed when this process ends for any reason, which stops the others
        self._alive_read, self._alive_write = os.pipe()
        self._ready_read, self._ready_write = os.pipe()

    def run(self) -> int:
        if sys.platform == "win32":
            raise NotImplementedError  # the settings refuse it
        for sign in STOP_SIGNALS:
            signal.signal(sign, self._stop)
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
            self._observer.ended(number)
            code = os.waitstatus_to_exitcode(status)
            if self._stopping:
                worst = max(worst, abs(code))
                continue
            if code == 0:
                self._stop()  # it was told to stop, so everything stops
                continue
            log.error("worker %d has ended with %d and is replaced", pid, code)
            self._pause(time.monotonic() - began)
            if not self._stopping:
                self._fork(number)
        return 1 if worst else 0

    def _pause(self, lived: float) -> None:
        """Wait before replacing a process that failed to start, longer each time."""
        self._failed = self._failed + 1 if lived < MIN_LIFETIME_SECONDS else 0
        end = time.monotonic() + min(MAX_RESTART_SECONDS, 0.1 * 2**self._failed)
        while self._failed and not self._stopping and time.monotonic() < end:
            time.sleep(0.05)

    def _fork(self, number: int) -> None:
        if sys.platform == "win32":
            raise NotImplementedError
        sys.stdout.flush()
        sys.stderr.flush()
        # Block signals until the new process has its own handlers: before, they would be handled like the parent's, or
        # an exception from a handler could end in the callback of a weak reference.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        pid = os.fork()
        if pid == 0:
            self._work(number)
        listen_to_signals()
        self._running[pid] = number, time.monotonic()
        self._observer.began(number, pid)
        if self._stopping:
            os.kill(pid, signal.SIGTERM)

    def _work(self, number: int) -> NoReturn:
        """Run the server in the new process."""
        code = 1
        try:
            for sign in STOP_SIGNALS:
                signal.signal(sign, signal.default_int_handler)
            os.close(self._alive_write)
            threading.Thread(target=self._stop_with_parent, daemon=True).start()
            code = self._serve(number, self._report_ready)
        except KeyboardInterrupt:
            code = 0
        except BaseException:
            log.exception("a worker failed")
        finally:
            with suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)

    def _report_ready(self) -> None:
        os.write(self._ready_write, b".")

    def _stop_with_parent(self) -> None:
        os.read(self._alive_read, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _wait_until_ready(self) -> None:
        left = self._count
        while left > 0:
            left -= len(os.read(self._ready_read, left))
        self._on_ready()

    def _stop(self, *_: object) -> None:
        self._stopping = True
        for pid in list(self._running):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
