"""The course of a series: lifting, dealing, scoring, and who chooses next."""

from typing import Final

from mypy_extensions import mypyc_attr

from referee.cards import mask_of
from referee.deals import Deal
from referee.games.events import pack
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.nase_hra.cards import PACK, RankOrder
from referee.games.nase_hra.lifting import lift
from referee.games.nase_hra.observation import NaseHraPhase
from referee.games.nase_hra.state_fields import StateFields, sums_by_seat
from referee.games.state import NOBODY

HAND_SIZE: Final = 10
"""The number of cards dealt to each seat (NH-5)."""
TRICKS: Final = 10
"""The number of tricks in a game."""
TALON_SIZE: Final = 2
"""The number of cards in the talon (NH-5)."""
SERIES: Final = {"single": (1, 1), "triple": (1, 3), "nine": (3, 3)}
"""By series the number of triples, and of games in each triple (NH-14 to NH-16)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SeriesState(StateFields):
    """A playing as a series of games; NaseHraState adds the actions within a game."""

    __slots__ = ()

    def __init__(self, players: int, series: str, deal: Deal) -> None:
        self.players = players
        self.series = series
        self.deal = deal
        self.events = []
        self.totals = (0,) * players
        self.past_games = ()
        self._start_triple(1)

    def _start_triple(self, number: int) -> None:
        """Begin triple `number`, from 1, with lifting (NH-4); a single is a triple of one game."""
        self.triple = number
        self.triple_points = (0,) * self.players
        starter, self.lifts = lift(self.deal, number, self.players)
        # The lifts come before `game_start`, so the history of an observation does not have them.
        self.events += self.lifts
        self._start_game(1, starter)

    def _start_game(self, number: int, chooser: int) -> None:
        self.game = number
        self.chooser = chooser
        self.game_start = len(self.events)
        self.scores = [0] * self.players
        self.tricks = [0, 0, 0]
        self._deal(0)

    def _deal(self, redeal: int) -> None:
        """Deal the talon, then ten cards to each seat, seat 0 first (NH-5, NH-18).

        The other cards are the pile. `redeal` is the number of refusals before this deal.
        """
        self.redeal = redeal
        # Each deal has a random stream of its own: a refusal changes no card of the games after it.
        cards = self.deal.shuffle(
            PACK, f"triple/{self.triple}/game/{self.game}/redeal/{redeal}/cards"
        )
        hand_ends = range(
            TALON_SIZE + HAND_SIZE, TALON_SIZE + HAND_SIZE * self.players + 1, HAND_SIZE
        )
        self.talon = cards[:TALON_SIZE]
        self.hands = [mask_of(cards[end - HAND_SIZE : end]) for end in hand_ends]
        self.pile = cards[hand_ends[-1] :]
        self.order = RankOrder.UNCHOSEN
        self.cross = ()
        self.taken = ((),) * self.players
        self.renounced = (False,) * self.players
        self.announced = (-1,) * self.players
        self.trick = ()
        self.done = 0
        self.leader = self.seat = self.chooser
        self.phase = NaseHraPhase.ORDER
        self._legal = None
        self.events.append(
            # An argument of an event has eight bits, but a game may be refused more often (NH-7).
            pack(NaseHraEventKind.DEAL, self.chooser, self.triple, self.game, min(redeal, 255))
        )

    def _end_game(self) -> None:
        """Score the game (NH-13); start the next one, or end the series (NH-14 to NH-16)."""
        self.trick = ()
        scores = self.scores
        self.events.append(pack(NaseHraEventKind.SCORE, self.players - 1, *scores))
        self.past_games += (self.chooser, *scores)
        self.triple_points = sums_by_seat(self.triple_points, scores)
        self.totals = sums_by_seat(self.totals, scores)
        triples, games = SERIES[self.series]
        if self.game < games:
            self._start_game(self.game + 1, self._next_chooser())
        elif self.triple < triples:
            self._start_triple(self.triple + 1)
        else:
            # The totals have the points of this game already, and `points` adds the scores to them.
            self.scores = [0] * self.players
            self.seat = NOBODY

    def _next_chooser(self) -> int:
        """The seat with the most points in the triple so far (NH-15).

        If several seats share the most, it is the last chooser (NH-R7).
        """
        most = max(self.triple_points)
        alone = self.triple_points.count(most) == 1
        return self.triple_points.index(most) if alone else self.chooser
