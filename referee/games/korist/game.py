"""Kořist as one of the referee's games: its options, and where its cards lie."""

from random import Random
from typing import ClassVar

from pydantic import Field

from referee.deals import Deal, Draws
from referee.games.game import Game, Notation, Options
from referee.games.korist.cards import counts_of, heap_of, kind_of, kind_text, kinds_of
from referee.games.korist.determinize import determinize
from referee.games.korist.hidden import alike, assign_numbers, hidden_cards
from referee.games.korist.names import NOTATION
from referee.games.korist.observation import KoristObservation, Variant
from referee.games.korist.sets import CARDS, NO_SET
from referee.games.korist.state import KoristState


class KoristOptions(Options):
    """The number of players, the variant (KO-14, KO-15, KO-26) and the limit (KO-R9)."""

    players: int = Field(
        default=2,
        ge=2,
        le=5,
        description="players at the table; 2 play the duel, with the shadow offer",
    )
    variant: Variant = Field(
        default="base",
        description="base; advanced: no draw without a capture; expert: as advanced, and ones also "
        "capture 13 and J",
    )
    limit: int = Field(
        default=5000,
        ge=1,
        le=50_000,
        description="decisions after which the game ends as it stands",
    )


class KoristGame(Game[KoristOptions, KoristState, KoristObservation]):
    """Kořist: two to five players, 109 cards; the most cards laid out, minus those in hand, win.

    Cards of one kind are alike: a card is its kind, 1 to 13 or 14 for a joker. Only `hidden`,
    `placed`, `draw_text`, `redealt`, `swapped` and `card_text` have single cards, as numbered by
    the deal.
    """

    id: ClassVar[str] = "korist"
    title: ClassVar[str] = "Kořist (Linko!)"
    rules_version: ClassVar[int] = 1
    sample_bot: ClassVar[str] = "korist_thumb"
    options_type: ClassVar[type[Options]] = KoristOptions
    notation: ClassVar[Notation] = NOTATION

    def __init__(self, options: KoristOptions) -> None:
        super().__init__(options)
        self.seats = options.players

    def new(self, deal: Deal) -> KoristState:
        """The state before the first set is laid."""
        return KoristState(self.options.players, self.options.variant, self.options.limit, deal)

    def hidden(self, state: KoristState, seat: int) -> frozenset[int]:
        """The cards in the deck, and those in other hands that only their owner saw come."""
        return hidden_cards(state, seat)

    def placed(self, state: KoristState) -> tuple[int, ...]:
        """Every card of the pack; alike cards get the numbers of their kind in order."""
        # Heaps are added as ints, so one sum counts the cards of all places.
        heaps = [*state.hands, state.shadow, state.discard, heap_of(state.deck)]
        heaps += map(heap_of, state.supply)
        heaps += [CARDS[layer] for layers in state.layouts for layer in layers]
        if state.captured != NO_SET:
            heaps.append(CARDS[state.captured])
        return assign_numbers(dict(enumerate(counts_of(sum(heaps)), start=1)))

    def layout(self, state: KoristState) -> dict[str, tuple[str, ...]]:
        """The supply by piles, the hands, the shadow offer unless it is empty, and the deck."""
        places = {f"hand {seat}": kinds_of(hand) for seat, hand in enumerate(state.hands)}
        if state.shadow:
            places["shadow offer"] = kinds_of(state.shadow)
        places["deck"] = state.deck[::-1]
        piles = [" ".join(map(kind_text, pile)) for pile in state.supply]
        texts = {place: tuple(map(kind_text, kinds)) for place, kinds in places.items()}
        return {"supply": tuple(piles), **texts}

    def draw_text(self, purpose: str, number: int) -> str | None:
        """The kind of a drawn card as text; None for the draw of the first player."""
        return kind_text(kind_of(number)) if purpose == "cards" else None

    def redealt(self, drawn: Draws, one: int, other: int) -> Draws:
        """The draws with two cards exchanged; the same draws if the two are alike."""
        # Exchanging alike cards leads to the same world, which proves nothing about leaks. The leak
        # check skips an exchange that leaves the draws as they are.
        return drawn if alike(one, other) else super().redealt(drawn, one, other)

    def swapped(self, action: int, one: int, other: int) -> int:
        """The action itself: it names kinds of cards, and no single cards."""
        del one, other
        return action

    def determinize(self, observation: KoristObservation, random: Random) -> KoristState:
        """A sample from the distribution described in referee.games.korist.determinize."""
        return determinize(observation, random)
