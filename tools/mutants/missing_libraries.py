"""A pytest plugin for ``tools.mutants`` that skips test files whose libraries are not installed."""

from __future__ import annotations

from collections.abc import Generator

import pytest

OURS = ("stromnetz", "tests", "tools", "examples")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of pytest-xdist, which is not loaded here."""
    config.addinivalue_line("markers", "xdist_group(name): tests that share one worker")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    call = getattr(report, "call", None)
    cause = call.excinfo.value.__cause__ if call is not None and call.excinfo is not None else None
    if isinstance(cause, ModuleNotFoundError) and (cause.name or "").partition(".")[0] not in OURS:
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"needs {cause.name}")
    return report
