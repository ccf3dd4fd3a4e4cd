"""Nothing in a record can be changed without being found, and always by a RecordError."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.record import RecordError, read_record, verify
from tests.games.profiles import fast
from tests.records.matches import CRASHED, FakeBot, failing_after, make_record, uniform

Path = tuple[str | int, ...]

RECORDS: list[dict[str, Any]] = [
    json.loads(record.to_json())
    for record in (
        make_record(1, options={"target": 1}),
        make_record(2),
        make_record(1, 0, FakeBot(failing_after(9)), FakeBot(uniform)),
        make_record(1, 0, FakeBot(uniform), FakeBot(uniform, missing=CRASHED)),
    )
]

HELD = ("actions", "events", "deal", "outcome", "ending", "board", "game", "options")
"""What the rules and the deal's derivation hold."""
FREE = ("measured", "evidence", "text", "kind", "stage")
"""Words and times; nobody can know them better."""

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


held = st.sampled_from(RECORDS).flatmap(
    lambda record: st.tuples(
        st.just(record),
        st.sampled_from(
            [
                path
                for path in paths(record)
                if path[:1] in {(key,) for key in (*HELD, "faults", "rules_version", "format")}
                and not set(path) & set(FREE)
            ]
        ),
    )
)
anywhere = st.sampled_from(RECORDS).flatmap(
    lambda record: st.tuples(st.just(record), st.sampled_from(list(paths(record))))
)


@given(held, scalars)
@fast(400)
def test_no_value_can_be_put_in_the_place_of_another(
    place: tuple[dict[str, Any], Path], value: object
) -> None:
    record, path = place
    assume(path and not same(at(record, path), value))
    refused(changed(record, path, value))


@given(held, st.integers(-3, 3))
@fast(400)
def test_no_number_can_be_moved(place: tuple[dict[str, Any], Path], by: int) -> None:
    record, path = place
    number = at(record, path)
    assume(by and isinstance(number, int))
    refused(changed(record, path, number + by))


@given(st.sampled_from(RECORDS), st.sampled_from(["actions", "events"]), st.data())
@fast(300)
def test_nothing_can_be_left_out_doubled_or_exchanged(
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


@given(anywhere, st.sampled_from(["x", "", "evidence", "format", "seat"]))
@fast(300)
def test_no_key_can_be_added(place: tuple[dict[str, Any], Path], key: str) -> None:
    record, path = place
    assume(isinstance(at(record, path), dict) and key not in at(record, path))
    refused(changed(record, (*path, key), 1))


@given(anywhere)
@fast(200)
def test_no_key_can_be_taken_away(place: tuple[dict[str, Any], Path]) -> None:
    record, path = place
    assume(path and isinstance(path[-1], str) and "measured" not in path and path != ("faults",))
    twin = copy.deepcopy(record)
    del at(twin, path[:-1])[path[-1]]
    if path != ("format",):
        refused(json.dumps(twin))


@given(anywhere, scalars)
@fast(400)
def test_whatever_is_changed_nothing_but_a_record_error_is_raised(
    place: tuple[dict[str, Any], Path], value: object
) -> None:
    record, path = place
    assume(path)
    try:
        verify(read_record(changed(record, path, value)))
    except RecordError as error:
        assert "\n" not in str(error)


@given(st.text(max_size=40) | st.binary(max_size=40))
@fast(100)
def test_no_other_text_raises_anything_else(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        verify(read_record(text))
