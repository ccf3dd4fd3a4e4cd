"""The result of a check, step by step, and its JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.rpc.manifest import Manifest
from referee.testing.bot.family import CheckStep
from referee.testing.bot.findings import Verdict
from referee.version import STYCH

FORMAT: Final = 1
"""Increased when a key of the JSON changes its meaning or goes away."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step of a check with its result."""

    step: CheckStep
    verdict: Verdict
    text: str = ""
    """The remark on a passed step, or why the step is not applicable; "" for a failed one."""
    expected: str = ""
    received: str = ""
    advice: str = ""
    """What the author can do. `expected`, `received` and `advice` are "" unless the step failed."""
    output: str = ""
    """What the bot or its build printed last; "" unless the step failed."""
    seconds: float = 0.0

    def values(self) -> dict[str, Any]:
        """The step as it stands in the report's JSON."""
        texts = ("verdict", "text", "expected", "received", "advice", "output")
        return {
            "step": self.step.name,
            "title": self.step.title,
            "family": self.step.family,
            **{name: str(getattr(self, name)) for name in texts},
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of all steps that were chosen, in order."""

    folder: Path
    manifest: Manifest
    quick: bool
    results: Sequence[StepResult]
    isolation: str = "off"
    """The name of the isolation level on which the bot was checked, as in records."""

    @property
    def passed(self) -> bool:
        """Whether no step failed; steps that were not applicable do not count."""
        return not self.count(Verdict.FAILED)

    def count(self, verdict: Verdict) -> int:
        """The number of steps with that verdict."""
        return sum(result.verdict is verdict for result in self.results)

    def to_json(self) -> str:
        """The report as one JSON object; docs/check.md describes it."""
        values = {
            "format": FORMAT,
            "stych": STYCH,
            "folder": str(self.folder),
            "bot": self.manifest.name,
            "version": self.manifest.version,
            "quick": self.quick,
            "isolation": self.isolation,
            "passed": self.passed,
            "counts": {verdict.value: self.count(verdict) for verdict in Verdict},
            "steps": [result.values() for result in self.results],
        }
        return json.dumps(values, ensure_ascii=False, indent=2)
