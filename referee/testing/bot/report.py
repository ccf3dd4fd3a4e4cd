"""What a check comes to."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.rpc.manifest import Manifest
from referee.testing.bot.findings import Verdict
from referee.testing.bot.registry import CheckStep
from referee.version import STYCH

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step, and what became of it."""

    step: CheckStep
    verdict: Verdict
    text: str = ""
    """A remark of a step that was passed; why one is not applicable."""
    expected: str = ""
    received: str = ""
    advice: str = ""
    """What to do. These three only of a step that failed."""
    output: str = ""
    """What the bot printed last; only of a step that failed."""
    seconds: float = 0.0

    def values(self) -> dict[str, Any]:
        """As it stands in the report's JSON."""
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
    """All steps that were chosen, in order."""

    folder: Path
    manifest: Manifest
    quick: bool
    results: Sequence[StepResult]
    isolation: str = "off"
    """The rung of the sandbox that it was checked in."""

    @property
    def passed(self) -> bool:
        """Whether no step failed."""
        return not self.count(Verdict.FAILED)

    def count(self, verdict: Verdict) -> int:
        """How many steps came to that."""
        return sum(result.verdict is verdict for result in self.results)

    def to_json(self) -> str:
        """One object; docs/check.md describes it."""
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
