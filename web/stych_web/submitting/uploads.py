"""An upload becomes an archive in a staging folder, where nothing of it is unpacked yet.

What the archive holds is the business of `stych submit`, which reads it as it reads all archives.
"""

import shutil
import tarfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.datastructures import FormData, UploadFile

from referee.errors import UserError
from referee.files import DEEPEST
from referee.text import printable
from tournaments.storage.store import Store
from tournaments.submissions.archive import ENDINGS
from tournaments.submissions.limits import MIB, SubmissionLimits
from tournaments.submissions.registry import BotRegistry

MOST_BYTES: Final = 64 * MIB
"""Bytes of an upload, packed as it is."""
MOST_FILES: Final = SubmissionLimits().files
_LONGEST: Final = 80
"""Characters of a file's name that are shown."""
_FORM: Final = MIB
"""Bytes of a form beside its files."""
MOST_FORM: Final = MOST_BYTES + _FORM


@dataclass(frozen=True, slots=True)
class Upload:
    """An archive that came, in a staging folder of its own."""

    path: Path
    shown: str
    """What its author calls it."""
    place: ExitStack
    """Closed, it removes the staging folder."""


def take_upload(form: FormData, data: Path) -> Upload:
    """The archive or the folder of the form, kept in the data folder. Raises UserError.

    The caller must close its `place`. A server that is killed leaves a folder that nobody holds,
    which the next submission removes.
    """
    archives, files = _files(form, "archive"), _files(form, "folder")
    if bool(archives) == bool(files) or len(archives) > 1:
        raise UserError("choose an archive, or a folder, and not both")
    with ExitStack() as stack:
        try:
            # The database is needed to begin alone; the folder stays until the job is over.
            with Store(data) as store:
                place = stack.enter_context(BotRegistry(store).staging())
            if archives:
                path, shown = _archive(archives[0], place)
            else:
                path, shown = _packed(files, place)
        except OSError as error:
            raise UserError(f"the upload cannot be kept: {error.strerror or error}") from None
        except (ValueError, tarfile.TarError) as error:
            raise UserError(
                f"a file of the folder has a name that none can have: {error}"
            ) from None
        return Upload(path, shown, stack.pop_all())


def too_large() -> UserError:
    """What is said of an upload that is beyond the limits."""
    return UserError(
        f"the upload is too large: it may have {MOST_BYTES // MIB} MiB and {MOST_FILES} files"
        " at most"
    )


def _files(form: FormData, name: str) -> list[UploadFile]:
    found = [each for each in form.getlist(name) if isinstance(each, UploadFile)]
    # A field in which nothing was chosen comes as an empty file without a name.
    return [each for each in found if each.filename]


def _archive(upload: UploadFile, place: Path) -> tuple[Path, str]:
    shown = _shown(upload.filename or "")
    ending = next((each for each in ENDINGS if shown.endswith(each)), None)
    if ending is None:
        raise UserError(
            f"{shown} is no archive that can be read; an archive is called {', '.join(ENDINGS)}"
        )
    # A name of ours: theirs is only ever shown.
    path = place / f"upload{ending}"
    with path.open("xb") as file:
        shutil.copyfileobj(upload.file, file)
    return path, shown


def _packed(files: Sequence[UploadFile], place: Path) -> tuple[Path, str]:
    """A folder's files as an archive, with the paths that the browser told, whatever they are."""
    names = [each.filename or "" for each in files]
    path = place / "upload.tar"
    with tarfile.open(path, "x", format=tarfile.PAX_FORMAT) as archive:
        for name, each in zip(names, files, strict=True):
            if name.count("/") > DEEPEST + 1:
                raise UserError(f"the folder holds a path of more than {DEEPEST} folders")
            # A browser does not tell which files can be executed.
            info = tarfile.TarInfo(name)
            info.size, info.mode = each.size or 0, 0o644
            archive.addfile(info, each.file)
    return path, _shown(names[0].partition("/")[0])


def _shown(name: str) -> str:
    # Of a path, which some browsers send, its end is what its author knows it by.
    last = printable(name.replace("\\", "/").rpartition("/")[2]).strip()
    return last[-_LONGEST:] or "the upload"
