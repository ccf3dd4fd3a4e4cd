"""How large a submitted bot may be (docs/submitting.md), and a counter to enforce that."""

from dataclasses import dataclass

from referee.errors import UserError

MIB = 1 << 20
"""Bytes in a MiB."""


@dataclass(frozen=True, slots=True)
class SubmissionLimits:
    """The limits of a submission, unpacked."""

    files: int = 10_000
    """The most files of a folder; of an archive the most members, with folders and hidden files."""
    size: int = 256 * MIB
    """The most bytes of all files together."""


class SizeMeter:
    """Counts the files and bytes of a submission; its methods raise UserError beyond the limits."""

    def __init__(self, what: object, limits: SubmissionLimits) -> None:
        """`what` names the submission in messages, usually by its path."""
        self.limits = limits
        self._what = what
        self._files = 0
        self._size = 0

    def file(self) -> None:
        """Count one more file or member. Raises UserError when there are too many."""
        self._files += 1
        if self._files > self.limits.files:
            raise self._too_much(f"{self.limits.files} files")

    def data(self, size: int) -> None:
        """Count `size` more bytes. Raises UserError when there are too many."""
        # Counted as they are read: the size that an archive states may be false.
        self._size += size
        if self._size > self.limits.size:
            raise self._too_much(f"{self.limits.size / MIB:g} MiB")

    def _too_much(self, bound: str) -> UserError:
        return UserError(f"{self._what} is too large: a bot may have {bound} at most")
