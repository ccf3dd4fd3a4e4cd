"""How large a bot may be: whatever takes files in counts them here (docs/submitting.md)."""

from dataclasses import dataclass

from referee.errors import UserError

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class SubmissionLimits:
    """What a submission may hold, unpacked."""

    files: int = 10_000
    size: int = 256 * MIB
    """The most bytes of all files together, unpacked."""


class SizeMeter:
    """Counts the files and bytes of a submission. Raises UserError when it is too much."""

    def __init__(self, what: object, limits: SubmissionLimits) -> None:
        """`what` is what is submitted, as messages name it."""
        self.limits = limits
        self._what = what
        self._files = 0
        self._size = 0

    def file(self) -> None:
        """Count another file or folder. Raises UserError."""
        self._files += 1
        if self._files > self.limits.files:
            raise self._too_much(f"{self.limits.files} files")

    def data(self, size: int) -> None:
        """Count so many further bytes. Raises UserError."""
        # As they come: a size that an archive states may be a lie.
        self._size += size
        if self._size > self.limits.size:
            raise self._too_much(f"{self.limits.size / MIB:g} MiB")

    def _too_much(self, bound: str) -> UserError:
        return UserError(f"{self._what} is too large: a bot may have {bound} at most")
