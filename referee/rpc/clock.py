"""A seat's clock in one match, and the interface that measures a bot's processor time."""

from dataclasses import dataclass
from typing import Protocol

from referee.conduct import Conduct


@dataclass(slots=True)
class Clock:
    """A seat's time in one match. All times are in seconds.

        bank >= 0 --charge--> bank >= 0          within the decision's time and the bank
                  --charge--> bank = 0           within the grace, or forgiven by strikes
                  --charge--> overdrawn          `charge` returned False: the answer is late

    Invariants: between calls `bank` is never below 0, and it never grows from one call to the next.
    The sum of `strikes` and `struck` stays the same. `grace` stays the same.
    """

    per_decision: float
    """Seconds that each decision has for itself."""
    bank: float
    """Seconds that are left of the match's reserve for longer thought."""
    grace: float
    """Seconds by which a decision may overdraw the bank."""
    strikes: int = 0
    """How many strikes are left; each gives a late answer one decision's time and its grace."""
    wall_factor: int = 1
    """How many times the allowed time the wait may last, where processor time is counted."""
    struck: int = 0
    """How many strikes are used up."""
    spent: float = 0.0
    """Seconds that the open decision took in sessions that ended before its answer."""

    @classmethod
    def of(cls, conduct: Conduct) -> "Clock":
        """A clock for the beginning of a match, with the times of `conduct`."""
        return cls(
            conduct.decision_ms / 1000,
            conduct.bank_ms / 1000,
            conduct.grace_ms / 1000,
            conduct.strikes,
            conduct.wall_factor,
        )

    @property
    def limits(self) -> str:
        """The limits in words, for a fault's text; they stay the same all through a match."""
        times, grace = f"{self.per_decision:g} s, the match's bank", f"{self.grace:g} s of grace"
        if self.strikes or self.struck:
            return f"{times}, {grace} and its strikes"
        return f"{times} and {grace}"

    @property
    def reserve(self) -> float:
        """Seconds that an answer may take at most beyond the decision's own time."""
        if not self.strikes:
            return self.bank + self.grace
        return self.bank + self.grace + self.strikes * self._strike

    @property
    def _strike(self) -> float:
        return self.per_decision + self.grace

    def charge(self, seconds: float) -> bool:
        """Charge the seconds that a decision took, including those in earlier sessions.

        Returns False if the bank is overdrawn beyond the grace and all strikes.
        """
        over = seconds - self.per_decision
        self.spent = 0.0
        if over > 0:
            self.bank -= over
        # Each strike gives one decision's time and its grace; one long answer may use up several.
        while self.bank < -self.grace and self.strikes:
            self.strikes -= 1
            self.struck += 1
            self.bank = min(self.bank + self._strike, 0.0)
        in_time = self.bank >= -self.grace
        # An overdraft within the grace is not charged to later decisions.
        self.bank = max(self.bank, 0.0)
        return in_time


class CpuMeter(Protocol):
    """Measures the use that a bot's program makes of the machine's processors."""

    def cpu(self) -> float | None:
        """Seconds of processor time of the program and all that it started; None if not counted."""

    def queued(self) -> float | None:
        """Seconds that the thread that waited longest was ready to run without a processor.

        None where that is not known. Slower than `cpu`.
        """
