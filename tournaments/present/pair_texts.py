"""The texts of cells in matrices, and of seats' shares, alike for all that show them."""

from tournaments.present.figures import between
from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import StandingsTable


def share_text(table: StandingsTable, row: str, column: str) -> str:
    """The row's share against the column in percent; a dot if they did not meet."""
    cell = table.cross.get((row, column))
    return f"{100 * cell.points_share:.1f}" if cell else "·"


def partner_text(table: StandingsTable, row: str, column: str) -> str:
    """The points of teams with both; a dot if there was none."""
    cell = table.partners.get((row, column))
    return f"{cell.mean_points:.1f}" if cell else "·"


def seats(table: StandingsTable) -> str:
    """Each seat's share, such as 48.5 [45.3, 51.7] / 51.5 [48.3, 54.7] %."""
    both: list[tuple[float, Interval | None]] = list(
        zip(table.seats, table.seat_intervals, strict=True)
    )
    return " / ".join(between(share, interval) for share, interval in both) + " %"
