"""The Game as one of the referee's games: its options, and where its cards lie."""

from random import Random
from typing import ClassVar, Final, Literal

from pydantic import Field

from referee.deals import Deal, Draws
from referee.games import events
from referee.games.game import Game, Notation, Options
from referee.games.the_game import actions
from referee.games.the_game.cards import LOWEST, PLACES, card_text
from referee.games.the_game.determinize import determinize
from referee.games.the_game.names import NOTATION
from referee.games.the_game.observation import TheGameObservation
from referee.games.the_game.state import TheGameState
from referee.games.the_game.terms import Terms

_HANDS: Final = (8, 7, 6, 6, 6)
"""The sizes of hands by number of players, from 1 (TG-2)."""


class TheGameOptions(Options):
    """The options: the number of players, and how hard the game is (TG-2, TG-11 to TG-14)."""

    players: int = Field(default=2, ge=1, le=5, description="players, all of one team")
    variant: Literal["base", "expert", "master"] = Field(
        default="base",
        description="base: at least 2 cards a turn; expert: 3; master: 3, and a card less in hand",
    )
    talk: bool = Field(
        default=True, description="whether players say how gladly they would start, and set flags"
    )
    fire: bool = Field(
        default=False, description="On Fire: fire cards must be covered in the next turn"
    )


class TheGame(Game[TheGameOptions, TheGameState, TheGameObservation]):
    """The Game: one team of one to five players, 98 cards, four rows."""

    id: ClassVar[str] = "the-game"
    title: ClassVar[str] = "The Game"
    rules_version: ClassVar[int] = 1
    sample_bot: ClassVar[str] = "the_game_thumb"
    cooperative: ClassVar[bool] = True
    perfect_points: ClassVar[int | None] = 0
    options_type: ClassVar[type[Options]] = TheGameOptions
    notation: ClassVar[Notation] = NOTATION

    def __init__(self, options: TheGameOptions) -> None:
        super().__init__(options)
        self.seats = options.players

    @property
    def terms(self) -> Terms:
        """The options as plain values for the state (TG-2, TG-6, TG-12, TG-13)."""
        options = self.options
        return Terms(
            players=options.players,
            hand_limit=_HANDS[options.players - 1] - (options.variant == "master"),
            minimum=2 if options.variant == "base" else 3,
            talk=options.talk,
            fire=options.fire,
        )

    def new(self, deal: Deal) -> TheGameState:
        """The state before the first decision."""
        return TheGameState(self.terms, deal)

    def hidden(self, state: TheGameState, seat: int) -> frozenset[int]:
        """The other hands and the deck; empty if they are one hand, or one card of the deck."""
        deck = state.deck[state.deck_index :]
        hands = [hand for other, hand in enumerate(state.hands) if other != seat and hand]
        # The seat knows all cards that it does not hold and that were not placed. If all of these
        # are in one hand, or are the only card of the deck, it knows where each of them is.
        if len(hands) + len(deck) == 1:
            return frozenset()
        return frozenset(deck).union(*hands)

    def placed(self, state: TheGameState) -> tuple[int, ...]:
        """All hands, the rest of the deck, and all cards that were placed."""
        # The state has only the top cards of the rows; the events have all cards.
        unpacked = map(events.unpack, state.events)
        rows = [event.a for event in unpacked if event.kind == actions.TheGameEventKind.PLACE]
        return (
            *rows,
            *state.deck[state.deck_index :],
            *(card for hand in state.hands for card in hand),
        )

    def layout(self, state: TheGameState) -> dict[str, tuple[str, ...]]:
        """All hands and the rest of the deck."""
        places = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
        places["deck"] = list(state.deck[state.deck_index :])
        return {place: tuple(map(card_text, cards)) for place, cards in places.items()}

    def draw_text(self, purpose: str, number: int) -> str | None:
        """The name of a drawn card: the deal draws numbers from 0 on, and cards begin with 2."""
        return super().draw_text(purpose, number + LOWEST)

    def redealt(self, drawn: Draws, one: int, other: int) -> Draws:
        """The draws of a world in which two cards have changed places.

        The deal draws numbers from 0 on, and cards begin with 2.
        """
        return super().redealt(drawn, one - LOWEST, other - LOWEST)

    def swapped(self, action: int, one: int, other: int) -> int:
        """The same action in a world in which the cards `one` and `other` have changed places."""
        # Only placings name a card, and they have the numbers below END.
        if not 0 <= action < actions.END:
            return action
        row, card = divmod(action, PLACES)
        return PLACES * row + {one: other, other: one}.get(card, card)

    def determinize(self, observation: TheGameObservation, random: Random) -> TheGameState:
        """A random state from the distribution described in referee.games.the_game.determinize."""
        return determinize(observation, random)
