"""The version of a seat's page, by which an open page learns that it has changed."""

from referee.games.registry import make_game
from stych.v1 import referee_pb2 as pb
from stych_web.playing.person_seat import PersonSeat
from tests.joining.moments import match_start


def test_the_version_changes_when_the_match_begins() -> None:
    """Before the first question: the page does not say any longer that the match will begin."""
    seat = PersonSeat(())
    before = seat.version
    seat.note(pb.PlayResponse(starts=[match_start(make_game("fox", {}), 1)]))
    assert seat.question is None
    assert seat.version != before
