"""check_game: one random playing, in which everything that a game promises is held against it."""

from random import Random

from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.testing.moments import Moment, Snapshot, snapshot
from referee.testing.playing import MOST_DECISIONS, Playing


def check_game(game: AnyGame, deal_key: bytes, random: Random) -> Playing:
    """Play one uniformly random game of the deal and return it.

    Raises CheckError on the first broken promise: about legal and refused actions, copies,
    notation, events, observations, sampled worlds, conservation of cards, outcome, exact replay.
    The same arguments always lead to the same playing.
    """
    state = game.new(Deal(deal_key))
    pack = sorted(game.placed(state))
    actions: list[int] = []
    trail: list[Snapshot] = []
    asked = 0
    while True:
        moment = Moment(game, state, deal_key, len(actions), random)
        trail.append(_check_moment(moment, pack))
        if state.seat == NOBODY:
            break
        if len(actions) == MOST_DECISIONS:
            moment.fail("the game has not ended")
        asked += len(state.legal_actions()) > 1
        actions.append(random.choice(state.legal_actions()))
        _check_step(moment, state, actions[-1])
    played = Playing(deal_key, tuple(actions), asked, tuple(state.events), state.outcome())
    _check_replay(game, played, trail, random)
    return played


def _check_moment(moment: Moment, pack: list[int]) -> Snapshot:
    """Everything that holds without taking an action; what was seen on the way."""
    before = moment.check_stable()
    moment.check_cards(pack)
    moment.check_events()
    if moment.state.seat == NOBODY:
        moment.check_over()
    else:
        moment.check_legal()
        moment.check_notation()
        moment.check_goes_on()
    moment.check_refusals()
    moment.check_unchanged(before, "refusing actions")
    if moment.state.seat != NOBODY:
        moment.check_sample()
        moment.check_unchanged(before, "sampling a world")
    return before


def _check_step(moment: Moment, state: AnyState, action: int) -> None:
    """Take the action, while copies go their own ways."""
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
    after, mine = snapshot(twin, seats), snapshot(state, seats)
    if after != mine:
        moment.fail(f"a copy took action {action} and came to {after}, the original to {mine}")
    if mine.events[: len(before.events)] != before.events:
        moment.fail(f"action {action} changed past events from {before.events} to {mine.events}")


def _check_replay(game: AnyGame, played: Playing, trail: list[Snapshot], random: Random) -> None:
    """The same deal and actions lead through the same moments."""
    state = game.new(Deal(played.key))
    for number, expected in enumerate(trail):
        moment = Moment(game, state, played.key, number, random)
        moment.check_unchanged(expected, "playing the same deal and actions again")
        if number < len(played.actions):
            state.apply(played.actions[number])
    if state.outcome() != played.outcome:
        moment.fail(f"replayed, the outcome is {state.outcome()} and not {played.outcome}")
