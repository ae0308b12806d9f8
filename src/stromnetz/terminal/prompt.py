"""The prompt of a game: what may be typed, its completion with Tab, and suggestions for typing errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stromnetz.engine.moves import Move
from stromnetz.engine.options import BidOption, OpenOption, Option
from stromnetz.engine.rules import Rules
from stromnetz.play.suggestions import closest
from stromnetz.play.views import View
from stromnetz.play.words.rulebook import rules as rulebook_rules
from stromnetz.play.words.vocabulary import Words

COMMANDS = {
    "board": "",
    "all": "",
    "map": "",
    "log": "[N]",
    "hint": "",
    "why": "ID",
    "undo": "",
    "save": "FILE",
    "help": "",
    "quit": "",
}
"""The commands at the prompt, with their arguments."""
MAX_COMPLETED_AMOUNTS = 40
"""Amounts of up to this number are completed one by one, such as the markers of a fuel; of others, the lowest."""


def usages(rules: Rules, decision: str) -> list[str]:
    """The syntax of all moves that this game has. Choosing regions is listed only while it is decided."""
    plan = rules.edition.round
    stages = {stage for turns in plan.turns.values() for stage in turns.stages}
    unused = {kind for kind in ("fuel", "build", "run") if kind not in stages}
    if "fuel" in unused:
        unused.add("discard-fuel")
    if not rules.edition.market.extra_auctions:
        unused.add("assign")
    if decision != "region":
        unused.add("region")
    kinds = [decider for kind, decider in plan.deciders.items() if kind not in unused]
    return list(dict.fromkeys(cls.usage for decider in kinds for cls in decider.accepts))


@dataclass
class Prompt:
    """What the deciding seat may type now, as lines of words."""

    lines: list[list[str]] = field(default_factory=list)
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of cities by id: either may be typed."""
    kinds: Sequence[str] = ()
    """The kinds of moves that this game has, besides those of this decision."""

    @classmethod
    def of(cls, view: View, words: Words, rules: Rules) -> Prompt:
        """The prompt for the deciding seat of a view."""
        assert view.decision is not None
        moves = [move for option in view.decision.options or [] for move in _moves(option)]
        lines = [str(move).split() for move in moves]
        lines += [["why", id] for id in rulebook_rules(words.language)]
        kinds = [usage.split()[0] for usage in usages(rules, view.decision.kind)]
        return cls(lines, {city: words.city(city) for city in view.cities()}, kinds)

    def following(self, before: Sequence[str]) -> list[str]:
        """The words that may follow these."""
        count = len(before)
        found = [line[count] for line in self.lines if len(line) > count and self._same(line[:count], before)]
        return list(dict.fromkeys(found if before else [*found, *COMMANDS]))

    def complete(self, before: Sequence[str], word: str) -> list[str]:
        """The words that may follow and begin like this one. Cities are also found by their name."""
        if len(before) == 1 and before[0].lower() == "save":
            return _files(word)
        typed = word.casefold()
        return [one for one in self.following(before) if any(n.startswith(typed) for n in self._spellings(one))]

    def correct(self, text: str) -> str:
        """The line with typing errors corrected; empty if it has none, or none that can be corrected."""
        words = text.split()
        out: list[str] = []
        for word in words:
            known = self.following(out) if out else [*self.following(()), *self.kinds]
            spellings = {name: one for one in known for name in self._spellings(one)}
            typed = word.casefold()
            if not known or typed in spellings or any(letter.isdigit() for letter in word):
                out.append(spellings.get(typed, word))
                continue
            found = closest(typed, spellings)
            if not found:
                return ""
            out.append(spellings[found])
        return "" if [word.casefold() for word in words] == [word.casefold() for word in out] else " ".join(out)

    def _spellings(self, word: str) -> list[str]:
        return [word.casefold(), self.names[word].casefold()] if word in self.names else [word.casefold()]

    def _same(self, line: Sequence[str], before: Sequence[str]) -> bool:
        return all(
            typed.casefold() in self._spellings(one) or (one.isdigit() and typed.isdigit() and int(one) == int(typed))
            for one, typed in zip(line, before, strict=True)
        )


def _moves(option: Option) -> list[Move]:
    """The moves to complete: of bids only the lowest, because the others are typed."""
    out = []
    for span in option.ranges():
        every = span.size <= MAX_COMPLETED_AMOUNTS and not isinstance(option, BidOption | OpenOption)
        out += [span.make(span.low + number) for number in range(span.size if every else min(span.size, 1))]
    return out


def _files(word: str) -> list[str]:
    """The files and folders that begin like this."""
    start = Path(word)
    folder, name = (start, "") if word.endswith(("/", "\\")) else (start.parent, start.name)
    try:
        found = sorted(path for path in folder.iterdir() if path.name.startswith(name))
    except OSError:
        return []
    return [f"{path}/" if path.is_dir() else str(path) for path in found]


def complete_with_tab(prompt: Callable[[], Prompt]) -> bool:
    """Complete the words typed at ``input`` with Tab; returns False where Python has no readline, as on Windows."""
    if sys.platform == "win32":
        return False
    try:
        import readline  # noqa: PLC0415  (not in every Python)
    except ImportError:
        return False
    if not sys.stdin.isatty():
        return False
    found: list[str] = []

    def completer(text: str, state: int) -> str | None:
        if state == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            one = prompt().complete(before, text)
            found[:] = [f"{one[0]} "] if len(one) == 1 and not one[0].endswith("/") else one
        return found[state] if state < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims(" \t")
    edits_like_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if edits_like_libedit else "tab: complete")
    return True
