"""Saves an upload as an archive in a staging folder, without unpacking it.

`stych submit` then reads and checks the archive as it does with any archive.
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
"""Bytes that an upload may have as it is sent; an archive may be compressed."""
MOST_FILES: Final = SubmissionLimits().files
"""Files that an uploaded folder may have."""
_LONGEST: Final = 80
"""Characters of a file's name that are shown, the last ones."""
_BESIDE_FILES: Final = MIB
"""Bytes that a form may have beside its files."""
MOST_FORM: Final = MOST_BYTES + _BESIDE_FILES
"""Bytes that a whole form may have."""


@dataclass(frozen=True, slots=True)
class Upload:
    """An archive that was uploaded, in a staging folder of its own."""

    path: Path
    shown: str
    """The author's name for the archive or the folder, fit to be shown."""
    cleanup: ExitStack
    """When it is closed, the staging folder is removed."""


def take_upload(form: FormData, data: Path) -> Upload:
    """Save the archive or the folder in the form to a staging folder of the data folder `data`.

    The caller must close the `cleanup` of the upload. A server that is killed leaves a staging
    folder that no process has locked, which the next submission removes. Raises UserError for a
    form without an upload or with several ones, for an archive of another kind, for a path that no
    file can have or that is too deep, and when the upload cannot be saved.
    """
    archives, files = _files(form, "archive"), _files(form, "folder")
    if bool(archives) == bool(files) or len(archives) > 1:
        raise UserError("choose an archive, or a folder, and not both")
    with ExitStack() as stack:
        try:
            # The database is needed only here; the staging folder stays until the stack is closed.
            with Store(data) as store:
                place = stack.enter_context(BotRegistry(store).staging())
            if archives:
                path, shown = _archive(archives[0], place)
            else:
                path, shown = _packed(files, place)
        except OSError as error:
            raise UserError(f"the upload cannot be saved: {error.strerror or error}") from None
        except (ValueError, tarfile.TarError) as error:
            raise UserError(
                f"a file of the folder has a name that no file can have: {error}"
            ) from None
        return Upload(path, shown, stack.pop_all())


def too_large() -> UserError:
    """The error for an upload that is beyond the limits."""
    return UserError(
        f"the upload is too large: it may have {MOST_BYTES // MIB} MiB and {MOST_FILES} files"
        " at most"
    )


def _files(form: FormData, name: str) -> list[UploadFile]:
    uploads = [each for each in form.getlist(name) if isinstance(each, UploadFile)]
    # A field in which nothing was chosen comes as an empty file without a name.
    return [each for each in uploads if each.filename]


def _archive(upload: UploadFile, place: Path) -> tuple[Path, str]:
    shown = _shown_name(upload.filename or "")
    ending = next((each for each in ENDINGS if shown.endswith(each)), None)
    if ending is None:
        raise UserError(
            f"{shown} is no archive that can be read; an archive is called {', '.join(ENDINGS)}"
        )
    # The file gets a fixed name. The author's name for it is only shown.
    path = place / f"upload{ending}"
    with path.open("xb") as file:
        shutil.copyfileobj(upload.file, file)
    return path, shown


def _packed(files: Sequence[UploadFile], place: Path) -> tuple[Path, str]:
    """Pack a folder's files into an archive, under the paths that the browser sent.

    Of the paths only the depth is checked. Raises UserError for one that is too deep.
    """
    names = [each.filename or "" for each in files]
    path = place / "upload.tar"
    with tarfile.open(path, "x", format=tarfile.PAX_FORMAT) as archive:
        for name, each in zip(names, files, strict=True):
            # A path far too deep would make the archive large before `stych submit` refuses it. Its
            # first part is the chosen folder.
            if name.count("/") > DEEPEST + 1:
                raise UserError(f"the folder holds a path of more than {DEEPEST} folders")
            # No file is executable: a browser does not tell which files are.
            info = tarfile.TarInfo(name)
            info.size, info.mode = each.size or 0, 0o644
            archive.addfile(info, each.file)
    return path, _shown_name(names[0].partition("/")[0])


def _shown_name(name: str) -> str:
    # Some browsers send a whole path. The author recognises the file by its last part.
    last = printable(name.replace("\\", "/").rpartition("/")[2]).strip()
    return last[-_LONGEST:] or "the upload"
