"""What a drawn table is, as plain values without markup: who sits there, and what lies where."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Face:
    """How a card of a game is drawn, and what it is called aloud."""

    key: str
    """Stands for the face in a scene; of letters, digits and hyphens."""
    spoken: str
    """Its name in words, such as "7 of Bells, Treasure"."""
    drawing: str
    """The inside of an SVG symbol with the view box 0 0 100 140.

    It has classes only, and no style attributes, which a strict content security policy refuses.
    """


# Its values are the names of classes in the style sheet.
class Lie(StrEnum):
    """How the cards of a zone lie."""

    HAND = "hand"
    """Side by side; they may overlap where they are many."""
    TRICK = "trick"
    """Large and side by side, with words below each."""
    PILE = "pile"
    """On one another: the last one is seen, and how many there are."""
    ROW = "row"
    """Over one another, the last one on top; of the others an edge is seen."""
    LAYERS = "layers"
    """Small and close over one another, with the words of each on it."""
    LIST = "list"
    """Small, side by side, in any number."""


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card on the table, face up, or alike ones that lie together."""

    face: str
    """The key of its face."""
    words: str = ""
    """What is said below it."""
    is_new: bool = False
    """Whether it came there in this step."""
    is_winner: bool = False
    """Whether it has taken the trick."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table, with what lies there."""

    key: str
    """Names the zone within its scene: of letters, digits and hyphens."""
    label: str
    """What the place is called; "" where that is clear without words."""
    lie: Lie
    cards: tuple[SceneCard, ...] = ()
    """Those that lie face up."""
    backs: int = 0
    """How many lie face down; in a pile below the others, else after them."""
    room: int = 0
    """How many cards there is room for: an outline is drawn for each that is missing."""
    words: str = ""
    """What is said of the place beside its label."""
    is_new: bool = False
    """Whether something happened there in this step, where no single card says so."""


@dataclass(frozen=True, slots=True)
class SeatTally:
    """A number that is counted for a seat, such as its tricks or its points."""

    words: str
    """The number with what it counts, such as "3 tricks"."""
    count: int = 0
    of: int = 0
    """How many there can be: the count is drawn as so many small cards; 0 to draw none."""
    good: tuple[int, ...] = ()
    """The counts at which it is good to stop."""


@dataclass(frozen=True, slots=True)
class TableSide:
    """A seat at the table: its name, what is counted for it, and what lies before it."""

    seat: int
    name: str
    status: str = ""
    """What the seat does or did, such as "to move" or "takes the trick"."""
    is_active: bool = False
    """Whether the status is that of this step."""
    tallies: tuple[SeatTally, ...] = ()
    zones: tuple[Zone, ...] = ()
    """The hand first."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment, as one seat sees it or as the referee does."""

    title: str
    """Which moment it is, such as "Round 2, trick 4"."""
    sides: tuple[TableSide, ...]
    """By seat."""
    centre: tuple[Zone, ...] = ()
    facts: tuple[str, ...] = ()
    """What else is to be known of the table, a phrase each."""
    own: int | None = None
    """The seat whose view it is; None for the referee's."""


@dataclass(frozen=True, slots=True)
class Told:
    """All public events of a match up to a moment, packed, and which of them are new."""

    events: Sequence[int] = ()
    """Oldest first. Where the first ones are missing, a scene may show less."""
    fresh: int = 0
    """How many of them, the last ones, are those of this step."""

    @property
    def news(self) -> Sequence[int]:
        """The public events of this step."""
        # Not by a negative index, which would give all of them where none is new.
        return self.events[len(self.events) - self.fresh :]


class Boundary(StrEnum):
    """What comes to its end with a step."""

    NOTHING = ""
    TRICK = "trick"
    """A trick or a turn: what one steps through with the larger step."""
    ROUND = "round"
    """All that was played with the cards of one dealing."""
