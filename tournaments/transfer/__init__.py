"""A tournament moved whole between data folders: definition, matches, measured parts, journal."""

from tournaments.transfer.leaving import export_to
from tournaments.transfer.taking import Taken, file_in, import_from

__all__ = ["Taken", "export_to", "file_in", "import_from"]
