"""A seat's clock in one match, and what tells how long a bot really thought."""

from dataclasses import dataclass
from typing import Protocol

from referee.conduct import Conduct


@dataclass(slots=True)
class Clock:
    """A seat's time in one match, in seconds.

        bank >= 0 --charge--> bank >= 0          within the decision's time and the bank
                  --charge--> bank = 0           within the grace, or forgiven by a strike
                  --charge--> overdrawn          `charge` returned False: the answer is late

    Invariants: `bank` never grows but by a strike, and is never below 0 after `charge`. `strikes`
    and `struck` together stay the same. Grace is never used up.
    """

    decision: float
    bank: float
    grace: float
    strikes: int = 0
    """How many slips will still be forgiven."""
    wall_factor: int = 1
    """How many times what is allowed the wait may last, where processor time is counted."""
    struck: int = 0
    """How many slips were forgiven."""
    spent: float = 0.0
    """Seconds that the open decision took in sessions that were lost."""

    @classmethod
    def of(cls, conduct: Conduct) -> "Clock":
        """The clock at the beginning of a match, with the times of the conduct."""
        return cls(
            conduct.decision_ms / 1000,
            conduct.bank_ms / 1000,
            conduct.grace_ms / 1000,
            conduct.strikes,
            conduct.wall_factor,
        )

    @property
    def limits(self) -> str:
        """What it allows, in words; the same all through a match."""
        own, grace = f"{self.decision:g} s, the match's bank", f"{self.grace:g} s of grace"
        if self.strikes or self.struck:
            return f"{own}, {grace} and its strikes"
        return f"{own} and {grace}"

    @property
    def reserve(self) -> float:
        """What an answer may take at most beyond the decision's own time."""
        if not self.strikes:
            return self.bank + self.grace
        return self.bank + self.grace + self.strikes * self._strike

    @property
    def _strike(self) -> float:
        return self.decision + self.grace

    def charge(self, seconds: float) -> bool:
        """Take a decision's time. False when the bank is overdrawn beyond grace and strikes."""
        over = seconds - self.decision
        self.spent = 0.0
        if over > 0:
            self.bank -= over
        # Each strike gives one decision's time and its grace; one long answer may take several.
        while self.bank < -self.grace and self.strikes:
            self.strikes -= 1
            self.struck += 1
            self.bank = min(self.bank + self._strike, 0.0)
        in_time = self.bank >= -self.grace
        # The grace is never used up: an overdraft within it is not owed later.
        self.bank = max(self.bank, 0.0)
        return in_time


class CpuMeter(Protocol):
    """What a bot's program uses of the machine."""

    def cpu(self) -> float | None:
        """Seconds of processor time of all that it started, until now; None where no one counts."""

    def queued(self) -> float | None:
        """Seconds that one of its threads was ready to run and had no processor, the most of any.

        None where nobody can tell. Slower to ask than `cpu`.
        """
