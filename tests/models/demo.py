"""`python -m tests.models.demo FOLDER [mixed]`: tournaments with stub models (docs/llm.md)."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

from tests.e2e.command import STYCH
from tests.models.stub import Answer, Call, listed, said, serving

EXAMPLE: Final = Path(__file__).parents[2] / "tournaments" / "examples" / "models.toml"
SEED: Final = "5b1ff02cf5e94a7e8f6f6c6b0f9a6d3c"
_PLACING: Final = re.compile(r"(\d+)\) ([A-D]\d+) +([+-]\d+)")
_END: Final = re.compile(r"(\d+)\) end the turn|(\d+)\) end ")


def answer(call: Call) -> Answer:
    """The large model takes the smallest jump; the small one, by chance, one of the four smallest.

    If no jump is below 3 and the turn may end, both end it.
    Now and then the first answer of either has no legal move, as happens with real models, and the
    model is asked again.
    """
    random = Random(f"{call.model}/{call.prompt}")
    jumps = sorted((int(jump), number) for number, _, jump in _PLACING.findall(call.prompt))
    careless = 0.02 if call.model == "large" else 0.15
    if not call.attempts and random.random() < careless:
        return said(random.choice(('{"move": "#99"}', "I place the nearest card.")))
    if not listed(call):
        return said('{"move": "0000"}')
    end = _END.search(call.prompt)
    if not jumps or (end and jumps[0][0] > 2):
        number = (end[1] or end[2]) if end else str(random.choice(listed(call)))
        return said(f'I keep the room. {{"move": "#{number}"}}')
    chosen = jumps[0] if call.model == "large" else random.choice(jumps[:4])
    return said(f'The jump is {chosen[0]}. {{"move": "#{chosen[1]}"}}')


def fox_answer(call: Call) -> Answer:
    """Both models choose by chance, and the small one is asked again more often."""
    random = Random(f"{call.model}/{call.prompt}")
    careless = 0.02 if call.model == "large" else 0.15
    if not call.attempts and random.random() < careless:
        return said("The best card is clear.")
    return said(f'{{"move": "#{random.choice(listed(call))}"}}')


DEMOS: Final = {
    "models": (EXAMPLE, answer),
    "mixed": (Path(__file__).parent / "mixed.toml", fox_answer),
}


def main(folder: Path, name: str = "models") -> int:
    """Play the demo of this name in the folder, and print what `stych run` prints."""
    folder.mkdir(parents=True, exist_ok=True)
    example, answering = DEMOS[name]
    own = {**os.environ, "LLM_KEY": "any", "COLUMNS": "100"}
    if name == "mixed":
        # The bot of a few lines is the one that everybody begins with.
        begin = [str(STYCH), "new", "perl", "lines", "--game", "fox"]
        subprocess.run(begin, cwd=folder, env=own, check=True, stdout=subprocess.DEVNULL)
    with serving(answering) as stub:
        text = example.read_text(encoding="utf-8").replace("http://127.0.0.1:8000/v1", stub.url)
        (folder / f"{name}.toml").write_text(f'seed = "{SEED}"\n{text}', encoding="utf-8")
        line = [str(STYCH), "run", f"{name}.toml"]
        return subprocess.run(line, cwd=folder, env=own, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
