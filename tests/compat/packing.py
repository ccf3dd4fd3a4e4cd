"""Folders in .tar.gz files and back: the same contents, the same bytes."""

import gzip
import tarfile
from pathlib import Path

_CACHES = "__pycache__"


def pack(folder: Path, archive: Path) -> None:
    """All files of the folder, with their modes, under their names in it; caches are left out."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as made,
    ):
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(folder)
            if path.is_file() and _CACHES not in inner.parts:
                made.add(path, inner.as_posix(), filter=_nobodys)


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def unpack(archive: Path, folder: Path) -> Path:
    """Write the files of the archive into the folder, and return the folder."""
    with tarfile.open(archive) as packed:
        for member in packed:
            content = packed.extractfile(member)
            assert content is not None, "an archive of ours holds files alone"
            path = folder / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read())
            path.chmod(member.mode)
    return folder
