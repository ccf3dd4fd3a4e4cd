"""check_game: one random playing, in which everything that a game promises is checked."""

from random import Random

from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.testing.moments import Moment, Snapshot, snapshot
from referee.testing.playing import MOST_DECISIONS, Playing


def check_game(game: AnyGame, deal_key: bytes, random: Random, every: int = 1) -> Playing:
    """Play one uniformly random game of the deal and return it.

    Raises CheckError on the first broken promise: about legal and refused actions, copies,
    notation, events, observations, sampled worlds, conservation of cards, outcome, exact replay.
    The same arguments always lead to the same playing.

    That is slow. With `every` above 1 all this is done at one decision in so many, drawn at random,
    and at the end; elsewhere no more is asked than distinct legal actions that can be taken. The
    whole playing is replayed all the same.
    """
    return _Check(game, deal_key, random, every).play()


class _Check:
    """The playing while it goes on."""

    def __init__(self, game: AnyGame, key: bytes, random: Random, every: int) -> None:
        self._game, self._key, self._random, self._every = game, key, random, every
        self._state = game.new(Deal(key))
        self._pack = sorted(game.placed(self._state))
        self._actions: list[int] = []
        self._trail: dict[int, Snapshot] = {}
        """What was seen at the moments that were looked at, by the number of actions before
        them."""
        self._events: tuple[int, ...] = ()
        """The events that were there at the last look."""

    def play(self) -> Playing:
        """Play to the end, and the same once more."""
        state, random = self._state, self._random
        asked = 0
        while state.seat != NOBODY:
            moment = self._moment()
            # Drawn by chance, as every n-th decision might always be of one kind.
            close = self._every == 1 or not random.randrange(self._every)
            if close:
                self._look(moment)
            else:
                moment.check_legal()
            if len(self._actions) == MOST_DECISIONS:
                moment.fail("the game has not ended")
            asked += len(state.legal_actions()) > 1
            action = random.choice(state.legal_actions())
            self._actions.append(action)
            if close:
                _check_step(moment, state, action)
            else:
                state.apply(action)
        self._look(self._moment())
        actions, events = tuple(self._actions), tuple(state.events)
        played = Playing(self._key, actions, asked, events, state.outcome())
        self._check_replay(played)
        return played

    def _moment(self) -> Moment:
        return Moment(self._game, self._state, self._key, len(self._actions), self._random)

    def _look(self, moment: Moment) -> None:
        """Check everything that can be checked without taking an action."""
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
        # A refused action must change nothing, and sampling a world must not touch the real one.
        moment.check_unchanged(before, "refusing actions")
        if moment.state.seat != NOBODY:
            moment.check_sample()
            moment.check_unchanged(before, "sampling a world")
        self._trail[moment.decision] = before

    def _check_replay(self, played: Playing) -> None:
        """Check that the same deal and actions lead through the same moments."""
        state = self._game.new(Deal(played.key))
        for number in range(len(played.actions) + 1):
            moment = Moment(self._game, state, played.key, number, self._random)
            if number in self._trail:
                moment.check_unchanged(
                    self._trail[number], "playing the same deal and actions again"
                )
            if number < len(played.actions):
                state.apply(played.actions[number])
        if state.outcome() != played.outcome:
            moment.fail(f"replayed, the outcome is {state.outcome()} and not {played.outcome}")


def _check_step(moment: Moment, state: AnyState, action: int) -> None:
    """Take the action, while copies of the state go other ways: none may change another."""
    seats = moment.game.seats
    before, twin, wanderer = snapshot(state, seats), state.copy(), state.copy()
    for _ in range(moment.random.randrange(1, 12)):
        if wanderer.seat != NOBODY:
            wanderer.apply(moment.random.choice(wanderer.legal_actions()))
    moment.check_unchanged(before, "playing on a copy")
    state.apply(action)
    if snapshot(twin, seats) != before:
        moment.fail(f"a copy changed when the original took action {action}")
    twin.apply(action)
    # A copy is whole only if it also goes on as the original does.
    after, mine = snapshot(twin, seats), snapshot(state, seats)
    if after != mine:
        moment.fail(f"a copy took action {action} and came to {after}, the original to {mine}")
    if mine.events[: len(before.events)] != before.events:
        moment.fail(f"action {action} changed past events from {before.events} to {mine.events}")
