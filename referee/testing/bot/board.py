"""A real game: the bot under check holds some seats, and the others move at random."""

from collections.abc import Mapping
from random import Random
from typing import Any

from referee.conduct import Conduct, final_outcome
from referee.deals import Deal, commitment, derive
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.testing.playing import play_randomly
from referee.wire import Codec, codec
from stych.v1 import referee_pb2 as pb


class Board:
    """A playing of one deal with the bot in some seats, each in a match with a number of its own.

    `matches` has the numbers of the matches by seat of the bot. The same game and label give the
    same deal and bot seeds; with the same answers also the same random moves. With `silent` the bot
    never talks, and is not asked what to say.
    """

    def __init__(
        self, game: AnyGame, label: str, matches: Mapping[int, int], *, silent: bool
    ) -> None:
        self.matches = dict(matches)
        self.clock = pb.Clock()
        self._events_sent = dict.fromkeys(matches, 0)
        """By seat of the bot: the number of public events that were sent for this seat."""
        self._game = game
        self._codec: Codec = codec(game.id)
        self._label = label
        self._key = derive("check", game.id, label)
        # Every match has a salt of its own, as in a tournament: the bot may play several matches on
        # one deal.
        self._salts = {seat: derive("check", game.id, label, "salt", str(seat)) for seat in matches}
        self._state: AnyState = game.new(Deal(self._key))
        self._random = Random(f"other seats {label}")
        self._silent = silent
        self._open: pb.Decision | None = None
        """The decision that waits for the bot's answer; None when there is none."""

    def set_clock(self, conduct: Conduct) -> None:
        """Set the clock that later messages tell the bot; the caller limits the time of answers."""
        self.clock = pb.Clock(
            decision_ms=conduct.decision_ms, bank_ms=conduct.bank_ms, grace_ms=conduct.grace_ms
        )

    @property
    def where(self) -> str:
        """The game, its options and the seat to decide, to be part of a sentence."""
        options = self._game.options.model_dump().items()
        written = ", ".join(f"{name} {value}" for name, value in options)
        return f"{self._game.id} ({written}), seat {self._state.seat} of {self._game.seats}"

    def starts(self, *, resumed: bool = False) -> list[pb.MatchStart]:
        """The MatchStart of each match of the board."""
        return [self._start(seat, resumed) for seat in self.matches]

    def _start(self, seat: int, resumed: bool) -> pb.MatchStart:
        options: dict[str, Any] = {self._codec.field: self._codec.options(self._game.options)}
        return pb.MatchStart(
            match=self.matches[seat],
            game=self._game.id,
            seat=seat,
            seats=self._game.seats,
            bot_seed=int.from_bytes(derive("check", "bot", self._label, str(seat))[:8], "big"),
            clock=self.clock,
            deal_commitment=commitment(self._key, self._salts[seat]),
            resumed=resumed,
            **options,
        )

    def decision(self) -> pb.Decision | None:
        """The next decision of the bot, without a number; None when the game is over.

        All moves before this decision are made. The same decision is returned until `take`.
        """
        state = self._state
        while self._open is None and state.seat != NOBODY:
            action = self._unasked()
            if action is None:
                self._open = self._message()
            else:
                state.apply(action)
        return self._open

    def expect_decision(self) -> pb.Decision:
        """The next decision of the bot, as `decision` returns it.

        Raises ValueError when the game is over.
        """
        decision = self.decision()
        if decision is None:
            raise ValueError("the game is over")
        return decision

    def _unasked(self) -> int | None:
        """The next action if the bot is not asked for it; None when the bot is to be asked.

        The bot is not asked for a forced action, for that of another seat, or what to say if it
        never talks.
        """
        state = self._state
        legal = state.legal_actions()
        # As in a tournament, a bot is never asked for a forced move.
        if len(legal) == 1:
            return legal[0]
        if state.seat not in self.matches:
            return self._random.choice(legal)
        return state.silence() if self._silent else None

    def _message(self) -> pb.Decision:
        state = self._state
        seat = state.seat
        seen: dict[str, Any] = {self._codec.field: self._codec.encode(state.observe(seat))}
        return pb.Decision(
            match=self.matches[seat],
            legal_actions=state.legal_actions(),
            events=self._news(seat),
            bank_left_ms=self.clock.bank_ms,
            **seen,
        )

    def _news(self, seat: int) -> list[int]:
        """The public events that were not sent for the seat; from now on they count as sent."""
        news = self._state.events[self._events_sent[seat] :]
        self._events_sent[seat] += len(news)
        return news

    def take(self, choice: int) -> None:
        """Apply the bot's answer, an index into the legal actions of the open decision.

        Raises ValueError when no decision is open.
        """
        if self._open is None:
            raise ValueError("no decision is open")
        self._state.apply(self._open.legal_actions[choice])
        self._open = None

    def advance_to(self, share: float, *, sent: bool) -> None:
        """Begin anew, and play the first `share` (0 to 1) of a random playing of the deal.

        With `sent` the events of this part count as sent to the bot; otherwise they are sent with
        its next decision. The board must have no open decision.
        """
        actions = play_randomly(self._game, Deal(self._key), self._random).actions
        self._state = self._game.new(Deal(self._key))
        for action in actions[: int(share * len(actions))]:
            self._state.apply(action)
        if sent:
            self._events_sent = dict.fromkeys(self.matches, len(self._state.events))

    def overs(self, *, fault: pb.FaultKind = pb.FAULT_KIND_CRASHED) -> list[pb.MatchOver]:
        """The MatchOver of each match of the board.

        Before the end of the game they name a `fault` of another seat, which ends the match; if the
        bot holds all seats, a fault of its first one.
        """
        other_seats = [seat for seat in range(self._game.seats) if seat not in self.matches]
        # The bot has done nothing wrong, so a seat of its own is named only if there is no other.
        at_fault = [] if self._state.seat == NOBODY else (other_seats or list(self.matches))[:1]
        outcome = final_outcome(self._state, at_fault)
        return [
            pb.MatchOver(
                match=match,
                places=outcome.places,
                points=outcome.points,
                faults=[pb.Fault(seat=each, kind=fault) for each in at_fault],
                events=self._news(seat),
            )
            for seat, match in self.matches.items()
        ]

    def openings(self) -> list[pb.DealOpening]:
        """The DealOpening of each match of the board."""
        return [
            pb.DealOpening(match=match, deal_key=self._key, salt=self._salts[seat])
            for seat, match in self.matches.items()
        ]
