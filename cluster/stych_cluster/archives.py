"""Bots on their way to machines: archives of their own files, which their digests prove."""

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

_NAME = "bot.tar.gz"


def packed(entry: BotEntry) -> bytes:
    """An archive of the bot's own files. Raises UserError for a bot that cannot travel."""
    built = entry.manifest.build is not None
    try:
        with tempfile.TemporaryDirectory(prefix="stych-") as place:
            sources = Path(place, "sources")
            # Copied first: what is packed is what was looked at, file by file.
            meter = SizeMeter(entry.folder, SubmissionLimits())
            copy_sources(entry.folder, sources, built=built, meter=meter)
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode="w:gz") as archive:
                archive.add(sources, arcname=".")
            return out.getvalue()
    except OSError as error:
        raise UserError(f"no temporary folder can be made: {error.strerror}") from None


def unpacked(archive: bytes, expected: str, place: Path) -> Path:
    """Unpack it below `place`, and return the bot's folder there.

    Raises UserError when its digest is not the one `expected`, and OSError.
    """
    file = place / _NAME
    file.write_bytes(archive)
    found = unpack(file, place / "unpacked", SizeMeter(expected, SubmissionLimits()))
    # It would be a part of the folder that is looked at next.
    file.unlink()
    if (own := digest_of(found.folder)) != expected:
        raise UserError(f"the archive of bot {expected[:12]} holds another one, {own[:12]}")
    return found.folder


def digest_of(folder: Path) -> str:
    """The digest of the bot in the folder; "" when there is none that can be read."""
    try:
        return digest(folder, built=read_manifest(folder).build is not None)
    except ManifestError:
        return ""
