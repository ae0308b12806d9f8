"""What all bodies of requests, and all answers, have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

ShortText = Annotated[str, Field(min_length=1, max_length=60)]


class RequestModel(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ResponseModel(BaseModel):
    """Answers are described by their types, not checked: what would check them is made when somebody asks for it."""

    model_config = ConfigDict(defer_build=True)
