"""Bots at tables: tables wait in a queue (:mod:`stromnetz.server.table_play.bot_queue`), bots think in processes."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy.exc import IntegrityError

from stromnetz.bots import BOTS
from stromnetz.editions.files.folders import environment
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.play.views import View
from stromnetz.server.core.bot_process_main import choose, give_advice
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import SigningKey, decision_seed
from stromnetz.server.core.periodic import stop_tasks
from stromnetz.server.tables.events import BotDue
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound, Stale, Unavailable

from .bot_queue import BOTS_ONLY, PEOPLE
from .service import PlayService
from .turn_queue import TurnQueue

log = logging.getLogger("stromnetz.bots")

MAX_LINE_BYTES = 64 * 1024 * 1024
IDLE_SECONDS = 60.0
"""Idle time after which a bot process is stopped."""
PEOPLE_SECONDS = 2.0
"""Time after a bot's move at a table with people in which other bots pause half of the time."""
RETRY_SECONDS = 2.0
"""Delay before a bot that could not move is retried."""
LOAD_SECONDS = 60.0
"""Time limit for starting a process and loading bots."""
MIN_OWN_BOT_SECONDS = 30.0
"""Minimum time limit of our own bots. They think for milliseconds; if one takes longer, the machine is busy, and its
move is worth waiting for."""


class BotProcessError(Exception):
    """The process timed out or ended, or the bot failed."""


class BotProcess:
    """A process in which bots think, started when needed."""

    def __init__(self, background: bool = False) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._options = ["--background"] if background else []

    async def ask(self, question: dict[str, Any], seconds: float) -> Any:
        return (await self.exchange(question, b"", seconds))[0]

    async def exchange(self, question: dict[str, Any], raw: bytes, seconds: float) -> tuple[Any, bytes]:
        """Like `ask`, with bytes that follow the question and the response."""
        try:
            if self._process is None:
                # on a busy machine a process starts slowly, which does not count as the bot's time
                async with asyncio.timeout(LOAD_SECONDS):
                    await self._begin()
            async with asyncio.timeout(seconds):
                answer, received = await self._ask(question, raw)
        except (TimeoutError, OSError, ValueError, EOFError) as error:
            await self.stop()
            why = f"no answer within {seconds} s" if isinstance(error, TimeoutError) else str(error)
            raise BotProcessError(why) from None
        except BaseException:
            await self.stop()
            raise
        if "failed" in answer:
            raise BotProcessError(answer["failed"])
        if "refused" in answer:
            raise BadInput(answer["refused"], answer["facts"])
        return answer["answer"], received

    async def _begin(self) -> None:
        """Start the process, and wait until it is loaded."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "stromnetz.server.core.bot_process_main",
            *self._options,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment(),
            limit=MAX_LINE_BYTES,
        )
        await self._ask({"op": "bots", "bots": []}, b"")

    async def _ask(self, question: dict[str, Any], raw: bytes) -> tuple[dict[str, Any], bytes]:
        assert self._process is not None
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps({**question, "bytes": len(raw)} if raw else question).encode() + b"\n" + raw)
        await stdin.drain()
        line = await stdout.readline()
        if not line:
            raise ValueError("the process ended")
        answer: dict[str, Any] = json.loads(line)
        return answer, await stdout.readexactly(answer.get("bytes", 0))

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            assert process.stdin is not None
            process.stdin.close()


class BotTurnService:
    def __init__(
        self,
        table_service: TableService,
        play_service: PlayService,
        database: Database,
        key: SigningKey,
        processes: int,
        seconds: float,
        queue: TurnQueue,
        works: bool,
        play_for_program: Callable[[str, int], Awaitable[None]] | None = None,
    ) -> None:
        """``works`` says whether bots think on this server, or only on others.

        ``play_for_program`` makes a default move for a slow program if the queue decides when.
        """
        self._table_service = table_service
        self._play_service = play_service
        self._database = database
        self._key = key
        self._processes = processes
        self._seconds = seconds
        self._queue = queue
        self._works = works
        self._play_for_program = play_for_program
        self._people_at = -math.inf
        """When a bot last moved at a table with people."""
        self._tasks: list[asyncio.Task[None]] = []
        self._adviser = BotProcess()
        self._advising = asyncio.Semaphore(1)

    async def start(self) -> None:
        """Continue where the server stopped."""
        if not self._works:
            return
        if self._processes:
            queues = [[PEOPLE] for _ in range(self._processes)] + [[BOTS_ONLY]]
        else:
            queues = [[PEOPLE, BOTS_ONLY]]  # more threads would only slow each other down
        self._tasks = [asyncio.create_task(self._run(one)) for one in queues]
        await self._queue.start()

    async def stop(self) -> None:
        await stop_tasks(self._tasks)
        await self._adviser.stop()
        await self._queue.stop()

    async def waiting(self) -> int:
        """Count the tables that wait for a bot."""
        return await self._queue.waiting()

    def on_bot_due(self, event: BotDue) -> None:
        self._queue.schedule(event.table)

    async def _run(self, queues: Sequence[int]) -> None:
        """Make moves at the tables of these queues, in the order of the queues."""
        loop = asyncio.get_running_loop()
        worker = BotProcess(background=PEOPLE not in queues)
        try:
            while True:
                id = await self._queue.next(queues, IDLE_SECONDS)
                if id is None:
                    await worker.stop()
                    continue
                began = loop.time()
                try:
                    with self._database.meters.root_span("bot move"):
                        done = await self._turn(id, worker)
                    await (self._queue.finish(id, queues[0]) if done else self._queue.retry(id, queues[0], 0.0))
                except NotFound:
                    log.warning("a bot is due at a table that cannot be read", extra={"table": id})
                    await self._queue.drop(id)
                except (IntegrityError, Stale):
                    await self._queue.retry(id, queues[0], 0.0)  # another process has changed the table
                except Unavailable:
                    log.warning("a bot waits for the database", extra={"table": id})
                    await self._queue.retry(id, queues[0], RETRY_SECONDS)
                except Exception:
                    log.exception("a bot could not move", extra={"table": id})
                    await self._queue.retry(id, queues[0], RETRY_SECONDS)
                if PEOPLE in queues:
                    self._people_at = loop.time()
                elif loop.time() - self._people_at < PEOPLE_SECONDS:
                    # views and commits around the thinking use the CPU of the process that serves people
                    await asyncio.sleep(loop.time() - began)
        finally:
            await worker.stop()

    async def _turn(self, id: str, worker: BotProcess) -> bool:
        """Make the move of the due bot at a table.

        Return False if it was not made, since someone has undone a move or taken the seat back meanwhile.
        """
        opened = await self._table_service.get(id)
        table, turn = opened.table, opened.session.bot_turn()
        if table.program_due():
            # without a shared queue, loading the table has started the program's timer
            if self._play_for_program is not None:
                await self._play_for_program(id, table.version)
            return True
        if turn is None:
            await self._queue.drop(id)
            return True
        seat, version = turn.seat, turn.version
        try:
            seed = self.seed_for(id, seat, version)
            move = turn.scripted or await self._choose(turn.view, turn.bot, seed, worker)
            return await self._play_service.play_bot_move(id, seat, move, version)
        except (BotProcessError, StromnetzError) as error:
            if isinstance(error, Unavailable | NotFound | Stale):
                raise
            self._database.meters.bot_failures.inc()
            log.warning("bot %s failed: %s", turn.bot, error, extra={"table": id, "seat": seat})
            return await self._play_service.play_bot_move(id, seat, None, version)

    async def _choose(self, view: View, name: str, seed: int, worker: BotProcess) -> Any:
        question = await asyncio.to_thread(question_for, view, name, seed)
        with self._database.meters.thinking():
            if self._processes:
                return await worker.ask(question, self._time_limit(name))
            return await asyncio.to_thread(_run_here, choose, question)

    def _time_limit(self, bot: str) -> float:
        return max(self._seconds, MIN_OWN_BOT_SECONDS) if bot in BOTS else self._seconds

    def seed_for(self, id: str, seat: int, version: int) -> int:
        """Return the seed of one decision, so that the bot can reproduce it."""
        return decision_seed(id, seat, version, self._key.text)

    async def advise(self, view: View, language: str, bot: str) -> dict[str, Any]:
        """Return what a bot recommends in this view, and why; one request at a time."""
        return await self._ask_adviser(question_for(view, bot, 0), language)

    async def explain_choice(self, view: View, language: str, bot: str, seed: int) -> dict[str, Any]:
        """Return the move that a bot chooses in this view, and why."""
        return await self._ask_adviser({**question_for(view, bot, seed), "chosen": True}, language)

    async def _ask_adviser(self, question: dict[str, Any], language: str) -> dict[str, Any]:
        question = {**question, "op": "advise", "language": language}
        try:
            if not self._processes:
                advice: dict[str, Any] = await asyncio.to_thread(_run_here, give_advice, question)
            else:
                async with self._advising:
                    advice = await self._adviser.ask(question, self._time_limit(question["bot"]))
        except BotProcessError as error:
            log.warning("no advice: %s", error)
            raise Unavailable(case="no-advice") from None
        return advice


def question_for(view: View, bot: str, seed: int) -> dict[str, Any]:
    """Return the request for a bot's move: the view of its seat, and a seed."""
    own = BOTS.get(bot)  # bots of other packages get the same JSON as programs
    seen = {"packed": view.packed()} if own is not None and own.packed else {"view": view.to_json()}
    return {"op": "choose", **seen, "bot": bot, "seed": seed}


def _run_here(work: Callable[[dict[str, Any]], Any], question: dict[str, Any]) -> Any:
    """Run an operation in this process."""
    try:
        return work(question)
    except (Exception, SystemExit) as error:
        raise BotProcessError(f"{type(error).__name__}: {error}") from error


def require_loadable(names: Iterable[str]) -> None:
    """Refuse bots that cannot be loaded, by loading them in a separate process."""
    question = json.dumps({"op": "bots", "bots": list(names)})
    command = [sys.executable, "-m", "stromnetz.server.core.bot_process_main"]
    try:
        done = subprocess.run(
            command,
            check=False,
            input=question,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
            timeout=LOAD_SECONDS,
        )
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise BadInput(f"the bots {', '.join(names)} cannot be loaded within {LOAD_SECONDS:g} s", {}) from None
    if "answer" not in answer:
        raise BadInput(answer.get("refused") or answer["failed"], {})


BotTurnServiceDep = Annotated[BotTurnService, Depends(provided(BotTurnService))]
