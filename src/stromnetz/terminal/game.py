"""A game in the terminal: shows the board, asks for moves and lets bots play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from stromnetz.bots import Bot
from stromnetz.bots.advice import advise
from stromnetz.bots.fallback import play_turn
from stromnetz.engine.errors import BadInput, IllegalMove, StromnetzError, short_repr
from stromnetz.play.catalogue import edition_notice
from stromnetz.play.game import Game
from stromnetz.play.words.rulebook import rule
from stromnetz.play.words.text import decision_text, words_for

from .edition_terminal import Offer
from .offers import MAX_LISTED_OFFERS, offers, read_answer
from .prompt import COMMANDS, Prompt, complete_with_tab, usages
from .screen import NO_BREAK_SPACE, print_line, seat_text, show


class Quit(Exception):
    """Raised when the player quits."""


class TerminalGame:
    """Runs a game: bots move by themselves, people are asked."""

    def __init__(
        self,
        game: Game,
        bots: dict[int, Bot],
        names: list[str],
        language: str,
        console: Console,
        ask: Callable[[str], str] = input,
        quiet: bool = False,
    ) -> None:
        self.game = game
        self.bots = bots
        self.words = words_for(game, language, names)
        self.console = console
        self.ask = ask
        self.quiet = quiet
        """Show the board only when asked."""
        self._last_seat: int | None = None
        self._prompt = Prompt()
        self._completes = False

    def run(self) -> bool:
        """Play to the end; returns False if the player quits."""
        if self.ask is input:
            self._completes = complete_with_tab(lambda: self._prompt)
        try:
            notice = edition_notice(self.game.rules.edition.id).get(self.words.language)
            if notice:
                self._print(notice, "yellow")
            self._print_row(self.game.rows[0].seq)
            while (decision := self.game.decision) is not None:
                bot = self.bots.get(decision.seat)
                if bot is not None:
                    play_turn(self.game, bot, partial(self._report_failure, decision.seat))
                    self._print_row(self.game.version)
                else:
                    self._ask_person(decision.seat)
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
            return False
        show(self.console, self.game.view(None), self.words)
        return True

    # --- a person's turn ---

    def _ask_person(self, seat: int) -> None:
        view = self.game.view(seat)
        if self._last_seat != seat:
            self._hand_over(seat)
            if not self.quiet:
                self.console.rule(style="grey37")
                show(self.console, view, self.words)
        self._last_seat = seat
        listed = offers(view, self.words)
        self._print_offers(seat, listed[:MAX_LISTED_OFFERS], len(listed))
        version = self.game.version
        self._prompt = Prompt.of(view, self.words, self.game.rules)
        while self.game.version == version:
            text = self.ask("> ").strip()
            try:
                self._handle_input(text, seat, listed)
            except StromnetzError as error:
                self._print_refusal(error, text)
        if self.game.decision is None or self.game.decision.seat != seat:
            self._last_seat = None

    def _print_refusal(self, error: StromnetzError, text: str) -> None:
        """Print why something typed was refused: its rule, or what may have been meant."""
        more = f" (why {error.rule})" if isinstance(error, IllegalMove) else ""
        correction = self._prompt.correct(text) if isinstance(error, BadInput) else ""
        if correction:
            more = f" {self.words.terminal('did_you_mean', text=correction)}"
        self._print(self.words.refusal(error) + more, "red")

    def _human_seats(self) -> list[int]:
        """The seats of people."""
        rules = self.game.rules
        return [seat for seat in range(rules.players) if seat not in self.bots and seat not in rules.automatic]

    def _hand_over(self, seat: int) -> None:
        """With hidden money and several people, clear the screen and wait for the next player."""
        people = self._human_seats()
        if self.game.options["money"] == "hidden" and len(people) > 1 and self.console.is_terminal:
            self.console.clear()
            self.ask(f"{self.words.seat(seat)}: Enter … ")

    def _handle_input(self, text: str, seat: int, listed: list[Offer]) -> None:
        command, _, rest = text.partition(" ")
        match command.lower():
            case "":
                self._print(self.words.terminal("hint"), "dim")
            case "help" | "?":
                self._print_help()
            case "quit" | "exit":
                raise Quit
            case "board":
                show(self.console, self.game.view(seat), self.words)
            case "all":
                self._print_offers(seat, listed, len(listed))
            case "map":
                self._print_map(seat)
            case "log":
                self._print_log(rest)
            case "hint":
                self._print_advice(seat)
            case "why":
                self._print(rule(rest.strip(), self.words.language, self.game.rules.edition.id), "cyan")
            case "save":
                self._save(rest.strip())
            case "undo":
                self.game.undo(seat)
                self._print_row(self.game.version)
                self._last_seat = None
            case _:
                self._apply(text, seat, listed)

    def _apply(self, text: str, seat: int, listed: list[Offer]) -> None:
        """Make the move that was typed."""
        word = text.split(maxsplit=1)[0].lower()
        if not word.isdigit() and word not in self._prompt.kinds:
            raise BadInput(facts={"text": short_repr(text)}, case="no-command")
        self.game.apply(read_answer(text, listed, self.game.view(seat), self.words), seat)
        self._print_row(self.game.version)

    def _print_help(self) -> None:
        """Print the moves of this game and the commands."""
        assert self.game.decision is not None
        said = self.words.terminal
        self._print(said("help_moves"), "dim")
        moves = [usage.replace(" ", NO_BREAK_SPACE) for usage in usages(self.game.rules, self.game.decision.kind)]
        self._print(f"  {' · '.join(moves)}", "dim")
        self._print(said("help_commands"), "dim")
        for name, argument in COMMANDS.items():
            line = f"  {f'{name} {argument}':<10} {said(f'help_{name}')}"
            print_line(self.console, Text(line, style="dim"), hang=13)
        if self._completes:
            self._print(said("help_tab"), "dim")

    def _print_map(self, seat: int) -> None:
        """Print every city of the playing area with the costs of its connections."""
        view = self.game.view(seat)
        ways: dict[str, list[str]] = {city: [] for city in view.cities()}
        for a, b, cost in view.connections():
            ways[a].append(f"{self.words.city(b)}{NO_BREAK_SPACE}{cost}")
            ways[b].append(f"{self.words.city(a)}{NO_BREAK_SPACE}{cost}")
        for city, there in ways.items():
            self._print(f"  {self.words.city(city)}: {', '.join(there)}", "dim")

    def _print_advice(self, seat: int) -> None:
        """Print a hint for this seat. It uses only the view of the seat."""
        advice = advise(self.game.view(seat), self.words.language)
        if advice.text:
            self._print(f"  {advice.text}", "cyan")
        best = advice.candidates[0].worth
        for number, one in enumerate(advice.candidates):
            if advice.in_chances:
                worth = self.words.terminal("wins", count=one.worth)
            else:
                worth = self.words.terminal("less", count=best - one.worth) if number else ""
            self._print(f"  {one.move!s:<18}  {worth}".rstrip(), "dim")

    def _print_log(self, count: str) -> None:
        if count and not count.isdigit():
            raise BadInput(case="log-needs-number")
        for row in self.game.rows[-int(count or 12) :]:
            self._print_row(row.seq)

    def _save(self, name: str) -> None:
        if not name:
            raise BadInput(case="save-needs-file")
        try:
            text = self.game.to_notation() if name.endswith(".txt") else self.game.to_text()
            Path(name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadInput(facts={"file": name, "reason": error.strerror}, case="cannot-write") from None
        self._print(self.words.terminal("saved", file=name), "green")

    # --- output ---

    def _print_offers(self, seat: int, listed: list[Offer], total: int) -> None:
        head = seat_text(seat, self.words)
        head.append(f": {decision_text(self.game.view(seat), self.words)}", style="default")
        self.console.print(head)
        width = max([18, *(len(str(offer.move)) for offer in listed)])
        for number, offer in enumerate(listed, 1):
            line = Text(f"{number:>3}  ", style="dim")
            line.append(f"{offer.move!s:<{width}}", style="bold")
            line.append(f"  {offer.note}")
            print_line(self.console, line, hang=width + 7)
        if len(listed) < total:
            self._print(f"     {self.words.terminal('more', count=total - len(listed))}", "dim")

    def _print_row(self, seq: int) -> None:
        """Print the events of a row."""
        row = self.game.rows[seq]
        if row.undoes is not None and row.seat is not None:
            self._print("  " + self.words.terminal("undone", seat=self.words.seat(row.seat)), "dim")
        # a seat's private events are shown only if no other person uses this screen
        people = self._human_seats()
        for event in row.events:
            seen = event.seen_by(people[0] if len(people) == 1 else None)
            if seen is not None:
                self._print(f"  {self.words.event(seen)}", "dim")

    def _report_failure(self, seat: int, why: str) -> None:
        self._print("  " + self.words.terminal("bot_failed", bot=self.words.seat(seat), why=why), "red")

    def _print(self, text: str, style: str) -> None:
        for line in text.splitlines() or [""]:
            print_line(self.console, Text(line, style=style))
