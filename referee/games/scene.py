"""A drawn table as plain values without markup: the seats around it, and the cards on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Face:
    """How a card of a game is drawn, and its name for a screen reader."""

    key: str
    """Names the face in scenes; it consists of letters, digits and hyphens."""
    spoken: str
    """The card's name in words, such as "7 of Bells, Treasure"."""
    drawing: str
    """The inside of an SVG symbol with the view box 0 0 100 140.

    It is styled by classes only: a strict content security policy refuses style attributes.
    """


# The values are class names of the style sheet.
class Lie(StrEnum):
    """How the cards of a zone lie."""

    HAND = "hand"
    """Side by side; many cards may overlap."""
    TRICK = "trick"
    """Large and side by side, with words below each."""
    PILE = "pile"
    """On one another: the last card that lies face up is seen, or else the number of backs."""
    ROW = "row"
    """Partly over one another: the last card is on top, and an edge of each other card is seen."""
    LAYERS = "layers"
    """Small and closely over one another, each with its words on it."""
    LIST = "list"
    """Small, side by side, in any number."""


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card that lies face up on the table, or a stack of equal cards."""

    face: str
    """The key of the card's face."""
    words: str = ""
    """The words below the card, or on it."""
    is_new: bool = False
    """Whether the card is marked as one that has just come to this place."""
    is_winner: bool = False
    """Whether the card has won its trick."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table, with the cards that lie there."""

    key: str
    """Names the zone within its scene; it consists of letters, digits and hyphens."""
    label: str
    """The name of the place for people; "" where no name is needed."""
    lie: Lie
    cards: tuple[SceneCard, ...] = ()
    """The cards that lie face up, in order."""
    backs: int = 0
    """The number of cards face down: in a pile below `cards`, in other zones after them."""
    room: int = 0
    """The number of places for cards face up; an outline is drawn at each free place."""
    words: str = ""
    """Words about the place, shown beside its label."""
    is_new: bool = False
    """Whether the zone is marked as changed in this step, where no single card is."""


@dataclass(frozen=True, slots=True)
class SeatTally:
    """A count for a seat, such as its tricks or its points."""

    words: str
    """The count in words, such as "3 tricks"."""
    count: int = 0
    """The number of filled cells."""
    cells: int = 0
    """The number of cells: small cards in a line, of which the first `count` are filled."""
    good: tuple[int, ...] = ()
    """The counts with the best score; their cells stand out."""


@dataclass(frozen=True, slots=True)
class TableSide:
    """A seat at the table: its name, its counts, and the zones in front of it."""

    seat: int
    name: str
    status: str = ""
    """What the seat does or did, such as "to move" or "took the trick"."""
    tallies: tuple[SeatTally, ...] = ()
    zones: tuple[Zone, ...] = ()
    """The zones in front of the seat; the first one is the hand."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment, as one seat or the referee sees it."""

    title: str
    """The moment in words, such as "Round 2, trick 4"."""
    sides: tuple[TableSide, ...]
    """The sides of the table, by seat."""
    centre: tuple[Zone, ...] = ()
    """The zones in the middle of the table."""
    facts: tuple[str, ...] = ()
    """Further facts about the table, such as "to 21 points"."""
    viewer: int | None = None
    """The seat whose view the scene is, which is drawn below; None for the referee's view."""


@dataclass(frozen=True, slots=True)
class EventLog:
    """The public events of a match up to a moment, packed, and how many of them are new."""

    events: Sequence[int] = ()
    """Oldest first. The first events may be missing; a scene may then show less."""
    fresh: int = 0
    """The number of events of this step; they are the last of `events`."""

    @property
    def news(self) -> Sequence[int]:
        """The public events of this step."""
        # Not events[-fresh:], which would be all events if `fresh` is 0.
        return self.events[len(self.events) - self.fresh :]


class Boundary(StrEnum):
    """What ends with a step of a match."""

    NOTHING = ""
    TRICK = "trick"
    """A trick or a turn: the unit `GamePicture.larger_step`."""
    ROUND = "round"
    """A round: the play with the cards of one dealing."""
