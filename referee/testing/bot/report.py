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

# Raised when the JSON changes in a way that its readers would notice.
FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step of a check, and what became of it."""

    step: CheckStep
    verdict: Verdict
    text: str = ""
    """A remark of a step that was passed, or why one is not applicable."""
    expected: str = ""
    received: str = ""
    advice: str = ""
    """What to do about it. `expected`, `received` and this are those of a step that failed."""
    output: str = ""
    """What the bot printed last, of a step that failed."""
    seconds: float = 0.0

    def values(self) -> dict[str, Any]:
        """The step as it stands in the report's JSON."""
        own = ("verdict", "text", "expected", "received", "advice", "output")
        return {
            "step": self.step.name,
            "title": self.step.title,
            "family": self.step.family,
            **{name: str(getattr(self, name)) for name in own},
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
    """The isolation level that it was checked in, by the name that records use."""

    @property
    def passed(self) -> bool:
        """Whether no step failed; steps that were not applicable do not count."""
        return not self.count(Verdict.FAILED)

    def count(self, verdict: Verdict) -> int:
        """How many steps have that verdict."""
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
