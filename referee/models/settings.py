"""The settings of language models in a tournament file, and the budget of all of them."""

import json
from typing import Annotated, Any, Final, Literal, get_args
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

ScaffoldName = Literal["plain", "history", "deductions", "notes"]
SCAFFOLDS: Final[tuple[ScaffoldName, ...]] = get_args(ScaffoldName)
"""The names of all scaffolds, the plain one first."""

_LOCAL: Final = ("localhost", "127.0.0.1", "::1")
"""Hosts that are this machine."""
_RESERVED_KEYS: Final = ("messages", "model", "n", "stream", "max_tokens", "max_completion_tokens")
"""Keys of a request that must not be in `extra`: they have their own setting, or are fixed."""


def _printable(text: str) -> str:
    """The text if all its characters can be shown. Raises ValueError."""
    if not text.isprintable():
        raise ValueError("must not hold characters that cannot be shown")
    return text


def _check_address(text: str) -> None:
    """Raise ValueError if the text is not the address of an endpoint."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must begin with http:// or https:// and name a host")
    try:
        # Reading the port checks it.
        _ = parts.port
    except ValueError:
        raise ValueError("must have a port from 0 to 65535, or none") from None
    # The tournament file is exported and shown to others, so it must not hold a key.
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("must have no password and no query: a key belongs into key_env")


class _Settings(BaseModel):
    # Strict and without unknown keys, so that a misspelt key is an error.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class ModelSettings(_Settings):
    """A language model at an endpoint that speaks the protocol of OpenAI's chat completions."""

    model: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)] = Field(
        description="the model's name, as the endpoint knows it"
    )
    base_url: Annotated[str, Field(max_length=500), AfterValidator(_printable)] = Field(
        description="the endpoint's address, such as http://127.0.0.1:8000/v1"
    )
    key_env: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")] | None = Field(
        default=None, description="the environment variable that holds the key; default: no key"
    )
    scaffold: ScaffoldName = Field(
        default="plain", description="what a prompt holds beside what a person's screen shows"
    )
    legal: bool = Field(default=True, description="whether prompts list the legal actions")
    silent: bool = Field(
        default=False, description="whether the model never talks in a game that has talk"
    )
    temperature: float | None = Field(
        default=None, ge=0, le=2, strict=False, description="from 0 to 2; default: the endpoint's"
    )
    seeded: bool = Field(
        default=False,
        description="whether each question has a seed, derived from the seed of the match",
    )
    max_tokens: int = Field(
        default=4096,
        ge=16,
        le=1_000_000,
        description="the most tokens of one answer, with its reasoning",
    )
    limit_key: Literal["max_tokens", "max_completion_tokens"] = Field(
        default="max_tokens", description="the name of this limit in requests"
    )
    tries: int = Field(
        default=4,
        ge=1,
        le=10,
        description="the number of answers to one decision without a legal action after which the"
        " model forfeits",
    )
    answer_s: int = Field(
        default=120, ge=1, le=3600, description="the seconds within which an answer must come"
    )
    patience_s: int = Field(
        default=300,
        ge=0,
        le=86_400,
        description="the seconds for which a failing endpoint is asked again at one question,"
        " before the match is void",
    )
    pause_s: int = Field(
        default=30,
        ge=0,
        le=86_400,
        description="the seconds for which the model's matches wait after that, twice as long after"
        " each further failure",
    )
    input_price: float | None = Field(
        default=None, ge=0, le=1e6, strict=False, description="dollars for a million tokens read"
    )
    output_price: float | None = Field(
        default=None, ge=0, le=1e6, strict=False, description="dollars for a million tokens written"
    )
    extra: dict[str, Any] = Field(
        default={}, description="more keys of the request, as the endpoint knows them"
    )

    @model_validator(mode="after")
    def _check(self) -> "ModelSettings":
        try:
            _check_address(self.base_url)
        except ValueError as error:
            raise ValueError(f"base_url {error}; received {self.base_url!r}") from None
        priced = None not in (self.input_price, self.output_price)
        if not priced and not self.is_local:
            raise ValueError(
                "input_price and output_price are needed, in dollars for a million tokens (0 for"
                " an endpoint of your own): nobody could tell what the tournament costs"
            )
        if reserved := sorted(set(self.extra) & set(_RESERVED_KEYS)):
            raise ValueError(
                f"extra must not hold {reserved[0]}, which has its own key or is fixed"
            )
        try:
            json.dumps(self.extra, allow_nan=False)
        except (TypeError, ValueError):
            raise ValueError("extra must hold what JSON can: no dates, and no nan or inf") from None
        return self

    @property
    def is_local(self) -> bool:
        """Whether the endpoint is on this machine, where tokens cost nothing by default."""
        return urlsplit(self.base_url).hostname in _LOCAL

    def cost(self, read: int, written: int) -> float:
        """The dollars for `read` tokens of prompts and `written` tokens of answers."""
        return (read * (self.input_price or 0) + written * (self.output_price or 0)) / 1e6

    def version_settings(self) -> dict[str, Any]:
        """The settings that decide how the model plays: a change makes it another version."""
        # Not the address, the key, the times and the prices: a server may move.
        left_out = {"base_url", "key_env", "answer_s", "patience_s", "pause_s"}
        left_out |= {"input_price", "output_price"}
        return self.model_dump(mode="json", exclude=left_out)


class Budget(_Settings):
    """What all language models of a tournament may use up together; None is no limit."""

    cost: float | None = Field(
        default=None, gt=0, le=1e9, strict=False, description="dollars for the whole tournament"
    )
    tokens: int | None = Field(
        default=None, ge=1, le=10**15, description="tokens for the whole tournament"
    )
    match_cost: float | None = Field(
        default=None, gt=0, le=1e9, strict=False, description="dollars for one match"
    )
    match_tokens: int | None = Field(
        default=None, ge=1, le=10**15, description="tokens for one match"
    )

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no limit at all."""
        return all(value is None for value in self.model_dump().values())
