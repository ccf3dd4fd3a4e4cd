"""A match as a person knows it, made from the referee's messages.

The referee may be of another version or malicious, so starts and observations are checked here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.errors import UserError
from referee.games.game import AnyGame
from referee.games.plain import view_of
from referee.games.registry import GAMES, make_game
from referee.games.screen import LONGEST_NAME, GameView, Names, names
from referee.wire import codec
from referee.wire.codec import option_values
from stych.v1 import referee_pb2 as pb
from tournaments.person.looking_back import Choices


class UnknownMessageError(UserError):
    """The referee sent a message that this version cannot read; the text is a sentence."""


@dataclass(slots=True)
class PersonMatch:
    """A match as the person knows it: its start, and the public events since."""

    start: pb.MatchStart
    game: AnyGame
    view: GameView
    choices: Choices
    """What the person chose so far, and what the hints were."""
    history: list[int] = field(default_factory=list)
    """All public events that the person was told, in order."""
    player_names: Names = ()
    """The names of the players by seat; empty if they are not known."""
    longest_name: int = LONGEST_NAME
    """The most characters of a name that are shown."""
    had_decision: bool = False
    """Whether a decision of the match was received since it was announced."""

    @property
    def seat(self) -> int:
        """The seat of the person, from 0."""
        return self.start.seat

    @property
    def names(self) -> Names:
        """What the seats are called on the screen, by seat; the person's own is "you"."""
        return names(self.start.seats, self.start.seat, self.player_names, self.longest_name)

    def learn(self, observation: Any, events: Sequence[int]) -> None:
        """Add the events of a decision to the history.

        In a resumed match the first decision lacks the earlier events, so the history is taken from
        its observation.
        """
        if self.start.resumed and not self.had_decision:
            self.history = list(observation.history)
        else:
            self.history += events
        self.had_decision = True

    def note_choice(self, decision: pb.Decision, index: int, hint: int | None) -> int:
        """Add the legal action number `index`, and its hint, to the choices; returns `index`."""
        self.choices.chosen.append(decision.legal_actions[index])
        self.choices.hints.append(hint)
        return index


def begin(start: pb.MatchStart, player_names: Names = ()) -> PersonMatch:
    """The match that `start` announces; `player_names` are the names of its players by seat.

    Raises UnknownMessageError for a game, options or seats that this version does not know.
    """
    options = start.WhichOneof("options")
    if start.game not in GAMES or options is None:
        raise UnknownMessageError(
            f"this version can show {', '.join(sorted(GAMES))}; the referee sent a match of"
            f" {start.game!r}"
        )
    try:
        game = make_game(start.game, option_values(getattr(start, options)))
    except ValueError as error:
        raise UnknownMessageError(f"the referee sent a match of {start.game}: {error}") from None
    # Views index their lists by seat, and a remote referee may send any numbers.
    if start.seats != game.seats or start.seat >= start.seats:
        raise UnknownMessageError(
            f"the referee sent a match of {start.game}, which has {game.seats} seats here,"
            f" with seat {start.seat} of {start.seats}"
        )
    choices = Choices(start.seat)
    return PersonMatch(start, game, view_of(game), choices, player_names=player_names)


def observed(match: PersonMatch, decision: pb.Decision) -> Any:
    """The decision's observation as the game's own type. Raises UnknownMessageError."""
    wire = codec(match.game.id)
    try:
        return wire.decode(getattr(decision, wire.field))
    except ValueError as error:
        raise unreadable(match, error) from None


def unreadable(match: PersonMatch, error: Exception) -> UnknownMessageError:
    """The error to raise for an observation that the rules of this version cannot have made."""
    return UnknownMessageError(
        f"the referee sent an observation of {match.game.id} that this version cannot read: {error}"
    )
