"""The tools with which an agent builds a bot: new, check, submit, duel, ask."""

import json
from typing import Annotated, Any, Final, Literal

from anyio.to_thread import run_sync
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult
from pydantic import Field

from referee.errors import UserError
from tournaments.commands.agents.agent_records import without_seeds
from tournaments.commands.agents.caller import CommandCaller, option
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.handing import handed_bot, handed_record
from tournaments.commands.agents.play_tools import OptionValues, text_of
from tournaments.commands.agents.results import ADDS, REPLACES, RUNS, answer, progress
from tournaments.commands.agents.watching import Record, readable_in
from tournaments.resources.scaffold import languages, line_languages
from tournaments.submissions.reference import Reference

Bot = Annotated[
    str, Field(description="a bot's folder, below the folder of this server", max_length=1000)
]
NamedBot = Annotated[
    str,
    Field(description="a bot's folder, a stored bot NAME@N, or sample/NAME", max_length=1000),
]
_LANGUAGES: Final = (*languages(), *line_languages())
Language = Annotated[
    str,
    Field(
        description="the language of the bot",
        json_schema_extra={"enum": [*_LANGUAGES]},
        max_length=100,
    ),
]

_STOPPED: Final = 130
"""The exit code of a command that was stopped by a signal."""


class BuildTools:
    """The tools, for agents that work in `folder`."""

    def __init__(self, folder: AgentFolder, caller: CommandCaller) -> None:
        self._folder = folder
        self._caller = caller

    def add_to(self, server: MCPServer[Any]) -> None:
        """Add the tools to the server."""
        server.add_tool(self.new, title="Make a new bot", annotations=ADDS)
        server.add_tool(self.check, title="Check a bot", annotations=RUNS)
        server.add_tool(self.submit, title="Store a bot", annotations=RUNS)
        server.add_tool(self.duel, title="Duel of two versions", annotations=REPLACES)
        server.add_tool(self.ask, title="Ask a bot again", annotations=RUNS)

    async def new(
        self,
        language: Language,
        path: Annotated[
            str,
            Field(
                description="the folder to make, relative to the folder of this server",
                max_length=1000,
            ),
        ],
        name: Annotated[
            str | None, Field(description="the bot's name; else that of its folder", max_length=40)
        ] = None,
        game: Annotated[
            str | None,
            Field(description="the game that it plays, such as fox; else all, or fox for scripts"),
        ] = None,
    ) -> CallToolResult:
        """Make a folder with a bot that can be built and played at once.

        It has a source file with a policy for each game, bot.toml, and a README with the next
        steps. The folder must not be there, or be empty.
        """
        # Checked here, since the command makes a tournament file for the word `tournament`.
        if language not in _LANGUAGES:
            raise UserError(f"the languages are {', '.join(_LANGUAGES)}; received {language!r}")
        folder = str(self._folder.bot_folder(path))
        words = [*option("name", name), *option("game", game), "--", language, folder]
        done = (await self._caller.call("new", *words)).checked()
        return answer(done.out, {"folder": folder, "language": language})

    async def check(
        self,
        bot: Bot,
        context: Context[Any, Any],
        game: Annotated[
            str | None, Field(description="only this game of those that it plays")
        ] = None,
        step: Annotated[
            str | None, Field(description="only this step, and those that it needs")
        ] = None,
        quick: Annotated[bool, Field(description="play fewer games")] = True,
        limit: Annotated[
            float, Field(description="seconds for all steps, builds not counted", ge=1, le=3600)
        ] = 600,
    ) -> CallToolResult:
        """Check that a bot does all that a referee may ask of it: about sixty steps, sandboxed.

        It is built and started as for a tournament. `passed` says whether no step failed; each
        failed step comes with what was expected, what was received, and what to do.
        """
        words = [*option("game", game), *option("only", step), *(["--quick"] if quick else [])]
        folder = str(self._folder.bot_folder(bot))
        line = ["check", *words, f"--limit={limit}", "--json", "--", folder]
        done = (await self._caller.call(*line, tell=progress(context))).checked(1)
        # Exit code 1: the bot failed, and there is a report; or the machine did, and there is none.
        if not done.out.startswith("{"):
            done.checked()
        report = json.loads(done.out)
        return answer(_report_text(report), report)

    async def submit(
        self,
        bot: Annotated[
            str,
            Field(description="the bot's folder, or a .zip, .tar, .tar.gz or .tgz of it"),
        ],
        context: Context[Any, Any],
    ) -> CallToolResult:
        """Build a bot, check it, and store it as a version that never changes: NAME@N.

        All of it is stored or nothing. The same contents again are the version that is there.
        """
        async with handed_bot(self._folder, bot) as file:
            tell = progress(context)
            done = (await self._caller.call("submit", "--", file, tell=tell)).checked()
        text = file.with_shown_name(done.out)
        # The version is the last word of the form NAME@N: the path before it may have such words.
        words = [word.strip(".,:;\"'") for word in text.split()]
        version = next(filter(_is_version, reversed(words)), None)
        return answer(text, {"version": version, "new": text.startswith("Stored")})

    async def duel(  # noqa: PLR0913  arguments of a tool
        self,
        *,
        game: Annotated[str, Field(description="the game's id, such as fox")],
        old: NamedBot,
        new: NamedBot,
        context: Context[Any, Any],
        options: OptionValues = {},  # noqa: B006  only read
        by: Annotated[
            Literal["places", "points"],
            Field(description="what the test compares: places in the matches, or game points"),
        ] = "places",
        better_by: Annotated[
            float | None,
            Field(
                description="the gain that matters: how far the share of the points is above 0.5,"
                " 0.001 to 0.4, by default 0.02. If `by` is points, it is required, and is in"
                " points of the game per match"
            ),
        ] = None,
        error: Annotated[
            float, Field(description="the probability of each wrong decision", gt=0, lt=0.5)
        ] = 0.05,
        boards: Annotated[
            int, Field(description="end undecided after this many deals", ge=1, le=100_000)
        ] = 5_000,
        jobs: Annotated[int, Field(description="worker processes", ge=1, le=64)] = 1,
        minutes: Annotated[
            float, Field(description="stop it after this time; it can go on", gt=0, le=1440)
        ] = 10,
    ) -> CallToolResult:
        """Find out whether a new version of a bot is better than the old one, by a sequential test.

        Both play the same deals in all seatings. The duel ends when it is decided that the new one
        is better, or that it is not better by the gain that matters, or undecided after `boards`
        deals, and says which. If its minutes are over before, `over` is false: the same call goes
        on with it, also after you cancelled a call. Another duel replaces the last one. The tool
        `table` shows it as tournament "duel".
        """
        line = [
            *(f"--option={name}={text_of(value)}" for name, value in options.items()),
            f"--by={by}",
            *option("better-by", better_by),
            f"--error={error}",
            f"--boards={boards}",
            f"--jobs={jobs}",
            *("--", game, self._folder.bot(old), self._folder.bot(new)),
        ]
        tell = progress(context, "duel: ")
        done = await self._caller.call("duel", *line, tell=tell, seconds=60 * minutes)
        done.checked(*([_STOPPED] if done.stopped else []))
        shown = await self._caller.call("table", "--format=json", "duel")
        # Nothing is saved before every bot was started, so there may be no table.
        if shown.code and done.stopped:
            raise UserError("it was stopped before a match was over: give it more minutes")
        values = json.loads(shown.checked().out)
        # In a thread, as it reads the data folder, and matches at tables must not wait for it.
        table = await run_sync(without_seeds, self._folder.data, values)
        over = done.code == 0
        return answer(f"{done.out}{'' if over else done.err}", {"over": over, "table": table})

    async def ask(
        self,
        bot: NamedBot,
        match: Record,
        context: Context[Any, Any],
        decision: Annotated[
            int | None, Field(description="this decision, from 0; by default all of a seat", ge=0)
        ] = None,
        seat: Annotated[
            int | None,
            Field(description="if no decision is given: the seat; by default the bot's own", ge=0),
        ] = None,
        repeat: Annotated[
            int,
            Field(description="ask this often, first with the recorded seed", ge=1, le=1000),
        ] = 1,
    ) -> CallToolResult:
        """Put recorded decisions to a bot again: what was chosen then, and what it chooses now.

        The bot is told what the seat knew at that moment. `record_show` has the numbers of the
        decisions. Matches on boards that are still played are refused.
        """
        # The command needs --decision or --all, so that nobody asks for all decisions by mistake.
        chosen = ["--all", *option("seat", seat)] if decision is None else []
        readable = await readable_in(self._folder, match)
        line = [*chosen, *option("decision", decision), f"--repeat={repeat}", "--format=json", "--"]
        words = ["ask", *line, self._folder.bot(bot)]
        async with handed_record(readable) as file:
            # Exit code 3: the bot was at fault. The output says so, and is an answer all the same.
            done = (await self._caller.call(*words, file, tell=progress(context))).checked(3)
        return answer(done.out, json.loads(done.out))


def _is_version(word: str) -> bool:
    try:
        return Reference.of(word) is not None
    except UserError:
        return False


def _report_text(report: dict[str, Any]) -> str:
    """The report of `stych check` in words: the counts, and all steps that failed."""
    counts = ", ".join(f"{number} {verdict}" for verdict, number in report["counts"].items())
    lines = [f"{'Passed' if report['passed'] else 'Failed'}: {counts}."]
    for step in report["steps"]:
        if step["verdict"] == "failed":
            lines += [f"{step['step']}: {step['text']}"]
            keys = ("expected", "received", "advice", "output")
            lines += [f"  {key}: {step[key]}" for key in keys if step[key]]
    return "\n".join(lines)
