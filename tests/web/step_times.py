"""How long a step of a replay takes in a real browser, in the page of a long match."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import CDPSession

from tests.web.browser import chromium, site
from tests.web.long_matches import long_match
from tests.web.serving import served
from tests.web.timings import Timings

_STEPS: Final = 400
_STEP: Final = """async (steps) => {
  const times = [], frame = () => new Promise((done) => requestAnimationFrame(done));
  const count = document.getElementById("count"), board = document.getElementById("step");
  for (let each = 0; each < steps; each++) {
    await frame();
    const changed = new Promise((done) => {
      const watch = new MutationObserver(() => { watch.disconnect(); done(); });
      watch.observe(count, { childList: true, characterData: true, subtree: true });
    });
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await changed;
    board.getBoundingClientRect();
    times.push(performance.now() - begun);
  }
  return times;
}"""
"""Presses a key again and again, each time until the table of the next step is laid out."""


@dataclass(frozen=True, slots=True)
class StepTimes(Timings):
    """Milliseconds for each step, and how long the match was."""

    processor: float
    """The mean processor time of the page's own thread for a step, in milliseconds."""
    actions: int
    page_kb: float


def step_times() -> StepTimes:
    """Measure `_STEPS` steps of a long match in a browser, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        record = long_match(Path(folder))
        with served(site(Path(folder))) as address, chromium() as browser:
            page = browser.new_page()
            answer = page.goto(f"{address}/m/{record.id}?step=0")
            assert answer
            page.wait_for_load_state("networkidle")
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = _thread_time(session)
            found: list[float] = page.evaluate(_STEP, _STEPS)
            took = (_thread_time(session) - before) / _STEPS * 1000
            return StepTimes(found, took, len(record.actions), len(answer.body()) / 1000)


def _thread_time(session: CDPSession) -> float:
    """Seconds of a processor that the thread of the page has taken."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")
