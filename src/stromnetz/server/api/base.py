"""What all bodies of requests have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Word = Annotated[str, Field(min_length=1, max_length=60)]


class Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
