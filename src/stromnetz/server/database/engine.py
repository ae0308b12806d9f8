"""Database engines whose errors can be logged: they name no value of a statement or of a row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Engine, ExceptionContext, create_engine, event


def new_engine(url: str | URL, **options: Any) -> Engine:
    """An engine that leaves parameters, and rows quoted by PostgreSQL, out of the text of its errors."""
    engine = create_engine(url, hide_parameters=True, **options)
    event.listen(engine, "handle_error", _drop_detail)
    return engine


def _drop_detail(context: ExceptionContext) -> None:
    """Keep the first sentence of PostgreSQL; its DETAIL shows keys and whole rows."""
    original = context.original_exception
    primary = getattr(getattr(original, "diag", None), "message_primary", None)
    if primary is None:
        return
    original.args = (primary,)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.args = (f"({type(original).__name__}) {primary}",)
