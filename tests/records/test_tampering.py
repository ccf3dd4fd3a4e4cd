"""No change of what the rules can check in a record goes unnoticed: all raise a RecordError."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.record import RecordError, read_record
from referee.record_check import verify
from tests.games.profiles import fast
from tests.records.matches import CRASHED, FakeBot, failing_after, make_record, uniform

Path = tuple[str | int, ...]
Place = tuple[dict[str, Any], Path]

RECORDS: list[dict[str, Any]] = [
    json.loads(record.to_json())
    for record in (
        make_record(1, options={"target": 1}),
        make_record(2),
        make_record(1, 0, FakeBot(failing_after(9)), FakeBot(uniform)),
        make_record(1, 0, FakeBot(uniform), FakeBot(uniform, missing=CRASHED)),
    )
]

FREE = ("id", "tournament", "stych", "seating", "seats", "conduct", "measured", "fault")
"""Keys below which not every change is found: names, words, clocks, times. All else is checked."""

OPTIONAL = {"format", "conduct", "measured", "never_talks"}
"""Keys that a record may lack: they have default values. So have some of the keys below them."""

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from([[], {}, [1], {"a": 1}, "\0", "0", -1, 2**64]),
)


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from paths(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from paths(each, (*path, number))


def at(record: Any, path: Path) -> Any:
    for step in path:
        record = record[step]
    return record


def changed(record: dict[str, Any], path: Path, value: object) -> str:
    twin = copy.deepcopy(record)
    at(twin, path[:-1])[path[-1]] = value
    return json.dumps(twin)


def refused(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        verify(read_record(text))
    sentence = str(caught.value)
    assert sentence
    assert "\n" not in sentence
    return sentence


def same(one: object, other: object) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def places(*left_out: str) -> st.SearchStrategy[Place]:
    """A place in one of the records, none of whose keys is left out.

    Each key of the top of each record is as likely as the others.
    """
    by_key: dict[tuple[int, str], list[Path]] = {}
    for number, record in enumerate(RECORDS):
        for path in paths(record):
            if path and not set(path) & set(left_out):
                by_key.setdefault((number, str(path[0])), []).append(path)
    return st.sampled_from(sorted(by_key)).flatmap(
        lambda key: st.tuples(st.just(RECORDS[key[0]]), st.sampled_from(by_key[key]))
    )


anywhere, checked = places(), places(*FREE)


@pytest.mark.slow
@given(checked, scalars)
@fast(200)
def test_no_value_can_be_put_in_the_place_of_another(place: Place, value: object) -> None:
    record, path = place
    assume(not same(at(record, path), value))
    refused(changed(record, path, value))


@pytest.mark.slow
@given(checked, st.integers(-3, 3))
@fast(200)
def test_no_number_can_be_changed_by_a_little(place: Place, by: int) -> None:
    record, path = place
    number = at(record, path)
    assume(by and isinstance(number, int))
    refused(changed(record, path, number + by))


@pytest.mark.slow
@given(st.sampled_from(RECORDS), st.sampled_from(["actions", "events"]), st.data())
@fast(150)
def test_no_action_or_event_can_be_left_out_doubled_or_exchanged(
    record: dict[str, Any], key: str, data: st.DataObject
) -> None:
    values = list(record[key])
    assume(values)
    one, other = (data.draw(st.integers(0, len(values) - 1)) for _ in range(2))
    kind = data.draw(st.sampled_from(["left out", "doubled", "exchanged"]))
    if kind == "left out":
        del values[one]
    elif kind == "doubled":
        values.insert(other, values[one])
    else:
        values[one], values[other] = values[other], values[one]
    assume(values != record[key])
    refused(changed(record, (key,), values))


def objects(record: dict[str, Any]) -> Iterator[Path]:
    return (path for path in paths(record) if isinstance(at(record, path), dict))


@pytest.mark.parametrize("record", RECORDS)
def test_no_key_can_be_added(record: dict[str, Any]) -> None:
    for path in objects(record):
        for key in {"x", "", "evidence", "format", "seat"} - set(at(record, path)):
            refused(changed(record, (*path, key), 1))


@pytest.mark.parametrize("record", RECORDS)
def test_no_key_can_be_taken_away(record: dict[str, Any]) -> None:
    for path in objects(record):
        for key in at(record, path):
            twin = copy.deepcopy(record)
            del at(twin, path)[key]
            if not {*path, key} & OPTIONAL and (key != "faults" or record["faults"]):
                refused(json.dumps(twin))


@pytest.mark.slow
@given(anywhere, scalars)
@fast(200)
def test_whatever_is_changed_nothing_but_a_record_error_is_raised(
    place: Place, value: object
) -> None:
    record, path = place
    with suppress(RecordError):
        verify(read_record(changed(record, path, value)))


@pytest.mark.slow
@given(st.text(max_size=40) | st.binary(max_size=40))
@fast(100)
def test_no_other_text_raises_anything_else(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        verify(read_record(text))
