"""What models used up, and its table; the record has it only where models play."""

from dataclasses import replace

from referee.record import ModelTry, read_record
from tests.records.matches import make_record
from tournaments.present.model_columns import MODELS
from tournaments.ratings.model_usage import usage

GOOD = ModelTry(
    prompt="0" * 64, verdict="good", answer="x", read=100, written=20, milliseconds=5, cost=0.25
)
ILLEGAL = replace(GOOD, verdict="illegal")
RECORD = make_record(1, options={"target": 1})
MODEL = RECORD.seats[0].entrant


def test_figures_of_a_model() -> None:
    # The third decision of `first` got no answer, so it does not count.
    first = replace(
        RECORD,
        measured=replace(RECORD.measured, models={0: ((GOOD,), (ILLEGAL, GOOD), ())}),
    )
    second = replace(
        RECORD, measured=replace(RECORD.measured, models={0: ((GOOD,),), 1: ((GOOD,),)})
    )
    found = usage([first, second, RECORD])
    own = found[MODEL]
    assert (own.matches, own.decisions, own.answers, own.tokens) == (2, 3, 4, 480)
    assert (own.cost, own.illegal_first, own.asked_again) == (1.0, 1, 1)
    assert len(found) == 2
    assert [column.text(own) for column in MODELS] == [
        *(MODEL, "2", "3", "160", "0.5000", "33.3 %", "33.3 %")
    ]


def test_records_without_models_are_as_they_were() -> None:
    assert "models" not in RECORD.to_json()
    assert "models" not in RECORD.measured.to_json()
    own = replace(RECORD, measured=replace(RECORD.measured, models={0: ((GOOD,),)}))
    assert '"models":{"0":[[{' in own.to_json()
    assert read_record(own.to_json()) == own
    assert own.to_json(measured=False) == RECORD.to_json(measured=False)
