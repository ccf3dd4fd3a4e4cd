"""What the store promises, it promises with a server as well: the same tests on its database."""

from pathlib import Path

import pytest

from tests.records.matches import make_record
from tests.tournaments.test_journal import test_the_store_keeps_the_journal_of_the_page
from tests.tournaments.test_store import (
    test_a_definition_is_replaced_by_a_later_one,
    test_an_unknown_match_is_a_key_error,
    test_faulty_records_are_those_with_faults_evidence_and_all,
    test_forgetting_removes_one_tournament_and_no_other,
    test_matches_are_found_by_the_beginning_of_their_id,
    test_one_batch_may_hold_a_match_twice,
    test_records_come_back_as_they_were_by_board_and_id,
    test_saving_again_changes_nothing,
    test_summaries_are_what_the_table_needs,
)
from tests.tournaments.test_store_crashes import chained, killed_at
from tournaments.storage.store import Store

__all__ = [
    "test_a_definition_is_replaced_by_a_later_one",
    "test_an_unknown_match_is_a_key_error",
    "test_faulty_records_are_those_with_faults_evidence_and_all",
    "test_forgetting_removes_one_tournament_and_no_other",
    "test_matches_are_found_by_the_beginning_of_their_id",
    "test_one_batch_may_hold_a_match_twice",
    "test_records_come_back_as_they_were_by_board_and_id",
    "test_saving_again_changes_nothing",
    "test_summaries_are_what_the_table_needs",
    "test_the_store_keeps_the_journal_of_the_page",
]

pytestmark = pytest.mark.slow

SERVED = "."
"""The data folder of the server's, below `tmp_path` (conftest.py)."""


@pytest.mark.parametrize("statement", ["CREATE TABLE IF NOT EXISTS journal", "INSERT INTO journal"])
def test_nothing_is_there_of_what_a_killed_process_was_writing(
    tmp_path: Path, statement: str
) -> None:
    """Neither of the schema nor of a definition."""
    killed_at(tmp_path, "after_cursor_execute", statement)
    with Store(tmp_path) as store:
        assert store.definition("cup") is None
        assert store.head("cup") is None
        store.define("cup", {"boards": 3})
        store.save([make_record(1)])
        assert chained(store) == [make_record(1).id]
