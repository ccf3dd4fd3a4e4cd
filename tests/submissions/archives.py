"""Archives of bots, good and bad, made member by member."""

import io
import stat
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MANIFEST = b'name = "bot"\nversion = "1"\ngames = ["fox"]\ncommand = "python bot.py"\n'


@dataclass(frozen=True)
class Part:
    """A member: a file unless its kind says otherwise. The data of a link are its target."""

    name: str
    data: bytes = b""
    kind: str = "file"
    mode: int = 0o644


BOT = (Part("bot.toml", MANIFEST), Part("bot.py", b"print()\n"))
_TYPES = {
    "file": tarfile.REGTYPE,
    "folder": tarfile.DIRTYPE,
    "link": tarfile.SYMTYPE,
    "hard link": tarfile.LNKTYPE,
    "pipe": tarfile.FIFOTYPE,
    "device": tarfile.CHRTYPE,
}
_MODES = {
    "file": stat.S_IFREG,
    "folder": stat.S_IFDIR,
    "link": stat.S_IFLNK,
    "pipe": stat.S_IFIFO,
    "device": stat.S_IFCHR,
}


def write_archive(path: Path, parts: Sequence[Part]) -> Path:
    """Write them into an archive of the kind that the path says."""
    (_write_zip if path.suffix == ".zip" else _write_tar)(path, parts)
    return path


def _write_zip(path: Path, parts: Sequence[Part]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            info = zipfile.ZipInfo(part.name + "/" * (part.kind == "folder"))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (_MODES.get(part.kind, stat.S_IFREG) | part.mode) << 16
            archive.writestr(info, part.data)


def _write_tar(path: Path, parts: Sequence[Part]) -> None:
    packed = path.name.endswith("gz")
    # At this level large archives are packed, and unpacked again, in a third of the time.
    how: dict[str, Any] = {"mode": "w:gz", "compresslevel": 1} if packed else {"mode": "w"}
    with tarfile.open(path, **how) as archive:
        for part in parts:
            info = tarfile.TarInfo(part.name)
            info.type, info.mode = _TYPES[part.kind], part.mode
            if "link" in part.kind:
                info.linkname = part.data.decode()
                archive.addfile(info)
            else:
                info.size = len(part.data)
                archive.addfile(info, io.BytesIO(part.data))


def tree(folder: Path) -> dict[str, bytes]:
    """The contents of all files in the folder, by path; links are left out."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
