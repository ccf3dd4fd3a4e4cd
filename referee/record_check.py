"""Checks a record by the rules: the match is played again, and the result is compared.

Checked are the options, the deal, the actions, the events, the faults, the ending and the outcome
(docs/records.md, To check a record). The version of the rules, the board, the seating, the
entrants and `never_talks` have to fit these. All else in a record is taken as it is.
"""

from collections.abc import Collection, Iterator, Sequence

from referee.conduct import faults_that_end, final_outcome
from referee.deals import Deal, derive, opens
from referee.games.game import NOBODY, AnyGame, AnyState, IllegalActionError, Outcome
from referee.games.registry import OptionsError, UnknownGameError, make_game, other_rules
from referee.games.steps import ReplayStep
from referee.record import Record, RecordError
from referee.sharing import deal_path, fits_match


class OtherRulesError(RecordError):
    """The rules of the match are missing or of another version: the record cannot be checked."""


def replay(record: Record) -> Iterator[ReplayStep]:
    """Play the match again, a step for each action; the caller may keep the steps and their states.

    Raises RecordError and OtherRulesError as `rules_of` and `follow` do: for the rules and the deal
    before the first step, for an illegal action in place of its step, for a surplus one in place of
    the step before it, and for all else only after the last step. So the record is checked only
    when all steps have been taken.
    """
    before: AnyState | None = None
    event_count = draws = 0
    legal: tuple[int, ...] = ()
    for number, state in enumerate(follow(record, rules_of(record))):
        if before:
            action, events = record.actions[number - 1], tuple(state.events[event_count:])
            yield ReplayStep(before, before.seat, legal, action, events, draws)
        # A copy, since `follow` changes the state, and the caller may keep the step.
        before, event_count, legal = state.copy(), len(state.events), state.legal_actions()
        draws = state.deal.purposes


def follow(record: Record, game: AnyGame) -> Iterator[AnyState]:
    """Play the match again by `game`, which `rules_of` has returned, and check the record.

    Yields the state before each action and after the last one. It is always the same object, which
    the next action changes, so the caller has to read it at once. Raises RecordError: for the deal
    before the first state, for an illegal action, or words in a seat that never talks, in place of
    the state after it, for a surplus action in place of the last state, and for the events, draws,
    faults, ending and outcome after that state.
    """
    deal = _check_deal(record, game)
    state = game.new(deal)
    silent = {number for number, seat in enumerate(record.seats) if seat.never_talks}
    asked = [_asked(state, silent)]
    for number, action in enumerate(record.actions):
        seat = state.seat
        if seat == NOBODY:
            raise RecordError(f"the game was over after {number} actions; the record has more")
        yield state
        silence = state.silence() if seat in silent else None
        try:
            state.apply(action)
        except IllegalActionError as error:
            raise RecordError(f"action {number}: {error}") from None
        # The table itself takes the silence for a seat that never talks, so any other action is
        # wrong.
        if silence not in (None, action):
            said = game.action_text(action)
            raise RecordError(f"action {number}: seat {seat} never talks, but says {said}")
        # `asked` is needed to check faults alone, and most records have none.
        if record.faults:
            asked.append(_asked(state, silent))
    yield state
    _check_faults(record, asked)
    _check_end(record, game, state, deal)


def verify(record: Record) -> None:
    """Check the whole record. Raises RecordError and OtherRulesError at the first difference."""
    for _ in follow(record, rules_of(record)):
        pass


def rules_of(record: Record) -> AnyGame:
    """The game of the record, with the record's options.

    Raises OtherRulesError when these rules are not installed or cannot be loaded, and RecordError
    when the options or the number of seats do not fit the game.
    """
    if played_by := other_rules(record.game, record.rules_version):
        raise OtherRulesError(
            f"the match was played by {played_by}: to replay it, use stych {record.stych}, which"
            " played it"
        )
    try:
        game = make_game(record.game, record.options)
    # Not `error`, as below: in compiled code a variable has one type throughout.
    except UnknownGameError as unknown:
        raise OtherRulesError(f"the rules of its game cannot be used: {unknown}") from None
    except OptionsError as error:
        raise RecordError(str(error)) from None
    # A record has all options, also those with default values: the deal is derived from all.
    options = game.options.model_dump()
    if record.options != options:
        raise RecordError(f"all options must be written, as {options}; received {record.options}")
    if len(record.seats) != game.seats:
        raise RecordError(f"{record.game} has {game.seats} seats, the record {len(record.seats)}")
    return game


def _check_deal(record: Record, game: AnyGame) -> Deal:
    key, path = bytes.fromhex(record.deal.key), record.deal.path
    names = [seat.entrant for seat in record.seats]
    # The record has the tournament's seed only in this path, so any seed is accepted. The rest of
    # the path has to fit the record.
    seed = path[0] if path else ""
    expected = deal_path(seed, game, record.board)
    if path[:4] != expected or not fits_match(path[4:], names, record.seating):
        raise RecordError(
            f"the deal's path is not that of this game, board and seats; received {path}"
        )
    try:
        derived = derive(*path)
    except ValueError as error:
        raise RecordError(str(error)) from None
    # All draws follow from the key. So whoever knows the path can check every card of the match.
    if derived != key:
        raise RecordError(f"the deal's key does not follow from its path {path}")
    salt = bytes.fromhex(record.deal.salt or "")
    if not opens(key, salt, bytes.fromhex(record.deal.commitment)):
        raise RecordError("the deal's key and salt do not fit its commitment")
    return Deal(key)


def _asked(state: AnyState, silent: Collection[int]) -> int:
    """The seat that is asked for an action now; NOBODY if nobody is.

    Nobody is asked for a forced move. The seats in `silent` never talk, and are not asked what to
    say.
    """
    if state.seat in silent and state.silence() is not None:
        return NOBODY
    return state.seat if len(state.legal_actions()) > 1 else NOBODY


def _check_faults(record: Record, asked: Sequence[int]) -> None:
    """Check that each fault is of a seat that could be at fault at that moment.

    Before the first action any seat can be, later only the seat that is asked. `asked[n]` is the
    seat that was asked after n actions; `asked[0]` is not used.
    """
    seats = [entry.seat for entry in record.faults]
    if seats != sorted(set(seats)) or not set(seats) <= set(range(len(record.seats))):
        raise RecordError(
            f"faults must be of different seats, in the order of seats; received {seats}"
        )
    for entry in record.faults:
        if entry.at and not (0 < entry.at < len(asked) and asked[entry.at] == entry.seat):
            raise RecordError(f"seat {entry.seat} was not asked after {entry.at} actions")


def _check_end(record: Record, game: AnyGame, state: AnyState, deal: Deal) -> None:
    if tuple(state.events) != record.events:
        number = _first_difference(state.events, record.events)
        raise RecordError(f"event {number} of the record is not what the rules say happened")
    if deal.drawn != record.deal.draws:
        raise RecordError("the draws in the record are not those of the deal's key")
    which, ending = ("with", "forfeit") if record.faults else ("without", "played")
    if record.ending != ending:
        raise RecordError(
            f"a record {which} faults has the ending {ending}; received {record.ending}"
        )
    enough = faults_that_end(game.seats, cooperative=game.cooperative)
    _check_length(record, enough, over=state.seat == NOBODY)
    expected = final_outcome(state, {entry.seat for entry in record.faults})
    recorded = Outcome(record.outcome.points, record.outcome.places)
    if recorded != expected:
        raise RecordError(f"the outcome is {expected}; the record says {recorded}")


def _check_length(record: Record, enough: int, *, over: bool) -> None:
    """Check that the match ended with the game, or as soon as `enough` seats were at fault."""
    length = len(record.actions)
    moments = sorted(entry.at for entry in record.faults)
    if len(moments) < enough and not over:
        raise RecordError(f"the game goes on after {length} actions; the record does not")
    if len(moments) >= enough and moments[enough - 1] != length:
        end = moments[enough - 1]
        raise RecordError(f"the match was over after {end} actions; the record has {length}")


def _first_difference(ours: list[int], theirs: tuple[int, ...]) -> int:
    """The first index at which the two differ; the shorter length if one begins the other."""
    for index, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if our != their:
            return index
    return min(len(ours), len(theirs))
