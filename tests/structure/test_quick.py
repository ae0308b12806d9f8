"""The quick loop runs the tests that lie closest to what has changed."""

from __future__ import annotations

import pytest

from tools import quick


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["src/stromnetz/engine/market.py"], ["tests/golden", "tests/rules"]),
        (["src/stromnetz/editions/outpost/plan.py"], ["tests/data", "tests/golden", "tests/rules"]),
        (["tests/rules/test_fuel.py"], ["tests/rules/test_fuel.py"]),
        (["tests/rules/test_fuel.py", "src/stromnetz/engine/market.py"], ["tests/golden", "tests/rules"]),
        (["docs/guides/library.md", "web/src/words.ts"], ["docs/guides/library.md"]),
        (["src/stromnetz/bots/plain_bot.py", "tools/quick.py"], ["tests/bots", "tests/structure"]),
        ([], []),
    ],
)
def test_what_is_run_for_a_change(changed: list[str], tests: list[str]) -> None:
    assert quick.tests_for(changed) == tests


def test_every_part_of_the_source_has_tests_near_it_that_are_there() -> None:
    parts = {path for path in (quick.ROOT / "src" / "stromnetz").iterdir() if (path / "__init__.py").exists()}
    for part in parts:
        name = f"{part.relative_to(quick.ROOT).as_posix()}/"
        assert quick.tests_for([f"{name}x.py"]), name
    for tests in quick.NEAR.values():
        assert all((quick.ROOT / test).exists() for test in tests), tests
