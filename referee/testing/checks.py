"""check_game: plays a game once at random, and checks what its rules promise.

What hidden cards could tell a seat is checked by check_no_leak (leaks.py).
"""

from random import Random

from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.testing.moments import Moment, Snapshot, snapshot
from referee.testing.playing import MOST_DECISIONS, Playing


def check_game(game: AnyGame, deal_key: bytes, random: Random, every: int = 1) -> Playing:
    """Play the deal once with uniformly random actions, and return the playing.

    Raises CheckError at the first broken promise: about legal and refused actions, copies,
    notation, events, observations, sampled worlds, conservation of cards, outcome or exact replay,
    or when the game does not end. Other exceptions of the rules pass through. The same arguments,
    with `random` in the same state, always lead to the same playing.

    To check every decision in full is slow. With `every` above 1 each decision is checked in full
    with the probability 1 / `every`; at the others only the legal actions are checked. The end is
    always checked in full, and the whole playing is always replayed.
    """
    return _Check(game, deal_key, random, every).play()


class _Check:
    """One run of `check_game`: the playing so far, and what was seen of it."""

    def __init__(self, game: AnyGame, key: bytes, random: Random, every: int) -> None:
        self._game, self._key, self._random, self._every = game, key, random, every
        self._state = game.new(Deal(key))
        self._pack = sorted(game.placed(self._state))
        self._actions: list[int] = []
        self._snapshots: dict[int, Snapshot] = {}
        """The snapshots of the moments that were checked in full, by the number of actions before
        each moment."""
        self._events: tuple[int, ...] = ()
        """The public events at the latest full check."""

    def play(self) -> Playing:
        """Play and check to the end, then replay the playing and return it."""
        state, random = self._state, self._random
        asked = 0
        while state.seat != NOBODY:
            moment = self._moment()
            # Drawn at random: in some games every n-th decision is always of the same kind.
            in_full = self._every == 1 or not random.randrange(self._every)
            if in_full:
                self._check_in_full(moment)
            else:
                moment.check_legal()
            if len(self._actions) == MOST_DECISIONS:
                moment.fail("the game has not ended")
            asked += len(state.legal_actions()) > 1
            action = random.choice(state.legal_actions())
            self._actions.append(action)
            if in_full:
                _check_step(moment, state, action)
            else:
                state.apply(action)
        self._check_in_full(self._moment())
        actions, events = tuple(self._actions), tuple(state.events)
        played = Playing(self._key, actions, asked, events, state.outcome())
        self._check_replay(played)
        return played

    def _moment(self) -> Moment:
        return Moment(self._game, self._state, self._key, len(self._actions), self._random)

    def _check_in_full(self, moment: Moment) -> None:
        """Check everything that can be checked without a legal action being taken."""
        before = moment.check_stable()
        moment.check_cards(self._pack)
        moment.check_events(self._events)
        self._events = before.events
        if moment.state.seat == NOBODY:
            moment.check_over()
        else:
            moment.check_legal()
            moment.check_notation()
            moment.check_goes_on()
        moment.check_refusals()
        # A refused action must change nothing, nor must the sampling of a world.
        moment.check_unchanged(before, "refusing actions")
        if moment.state.seat != NOBODY:
            moment.check_sample()
            moment.check_unchanged(before, "sampling a world")
        self._snapshots[moment.decision] = before

    def _check_replay(self, played: Playing) -> None:
        """Check that the same deal and actions lead to the same outcome.

        At each moment that was checked in full, they must also lead to the same snapshot.
        """
        state = self._game.new(Deal(played.key))
        for number in range(len(played.actions) + 1):
            moment = Moment(self._game, state, played.key, number, self._random)
            if number in self._snapshots:
                moment.check_unchanged(
                    self._snapshots[number], "playing the same deal and actions again"
                )
            if number < len(played.actions):
                state.apply(played.actions[number])
        if state.outcome() != played.outcome:
            moment.fail(f"replayed, the outcome is {state.outcome()} and not {played.outcome}")


def _check_step(moment: Moment, state: AnyState, action: int) -> None:
    """Apply the action to `state`; check that the state and its copies do not change one another.

    Also checks that the action leaves past events as they are.
    """
    seats = moment.game.seats
    before, twin, strayed = snapshot(state, seats), state.copy(), state.copy()
    # One copy goes on at random, for a few actions.
    for _ in range(moment.random.randrange(1, 12)):
        if strayed.seat != NOBODY:
            strayed.apply(moment.random.choice(strayed.legal_actions()))
    moment.check_unchanged(before, "playing on a copy")
    state.apply(action)
    if snapshot(twin, seats) != before:
        moment.fail(f"a copy changed when the original took action {action}")
    twin.apply(action)
    # A copy that lacks a part of the state may show the same now, and differ after the action.
    copied, after = snapshot(twin, seats), snapshot(state, seats)
    if copied != after:
        moment.fail(f"a copy took action {action} and came to {copied}, the original to {after}")
    if after.events[: len(before.events)] != before.events:
        moment.fail(f"action {action} changed past events from {before.events} to {after.events}")
