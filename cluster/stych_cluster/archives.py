"""Packs a bot's own files for a machine, and unpacks them there; the digest proves them."""

import io
import tarfile
import tempfile
from pathlib import Path

from referee.errors import UserError
from referee.rpc.bot_entry import BotEntry
from referee.rpc.manifest import ManifestError, digest, read_manifest
from tournaments.submissions.archive import unpack
from tournaments.submissions.limits import SizeMeter, SubmissionLimits
from tournaments.submissions.sources import copy_sources

_ARCHIVE_NAME = "bot.tar.gz"


def packed(entry: BotEntry) -> bytes:
    """An archive of the bot's own files.

    Raises UserError for a bot that cannot be sent, such as one with links or one that is too large,
    and when the temporary copy cannot be made.
    """
    built = entry.manifest.build is not None
    try:
        with tempfile.TemporaryDirectory(prefix="stych-") as place:
            sources = Path(place, "sources")
            # Packed from a copy, so that the archive holds the very files that were checked.
            meter = SizeMeter(entry.folder, SubmissionLimits())
            copy_sources(entry.folder, sources, built=built, meter=meter)
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode="w:gz") as archive:
                archive.add(sources, arcname=".")
            return out.getvalue()
    except OSError as error:
        raise UserError(
            f"no temporary copy of {entry.name} can be made: {error.strerror}"
        ) from None


def unpacked(archive: bytes, expected: str, place: Path) -> Path:
    """Unpack the archive of a bot below `place`, and return the bot's folder there.

    Raises UserError when the archive cannot be unpacked, or its bot has another digest than
    `expected`; and OSError.
    """
    file = place / _ARCHIVE_NAME
    file.write_bytes(archive)
    bot = unpack(file, place / "unpacked", SizeMeter(expected, SubmissionLimits()))
    # Only the unpacked bot is needed from now on, and the archive may be large.
    file.unlink()
    if (received := digest_of(bot.folder)) != expected:
        raise UserError(f"the archive of bot {expected[:12]} holds another one, {received[:12]}")
    return bot.folder


def digest_of(folder: Path) -> str:
    """The digest of the bot in the folder; "" when there is no bot or it cannot be read."""
    try:
        return digest(folder, built=read_manifest(folder).build is not None)
    except ManifestError:
        return ""
