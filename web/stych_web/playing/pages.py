"""The pages of persons at tables: opening a table, the seat, its answers, leaving, the replay."""

from collections.abc import Mapping
from typing import Any, Final

import anyio
from anyio.to_thread import run_sync
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from referee.errors import StychError, UserError
from referee.games.choice_form import PickError
from referee.games.registry import GAMES
from stych_web.answers import as_sentence
from stych_web.attempts import caller
from stych_web.forms import check_origin, small_form
from stych_web.playing.ending_view import ending_view
from stych_web.playing.look_back import look_back_view
from stych_web.playing.order_form import order_form, order_query, seat_request
from stych_web.playing.room import PersonTable, PlayRoom, TooOftenError, page_version
from stych_web.playing.seat_view import AskedForm, facts_of, moment_view
from stych_web.playing.wording import event_sentences
from stych_web.queries import number_in
from stych_web.rendering import render
from stych_web.security import NEVER
from stych_web.site import NotFoundError
from tournaments.person.open_tables import TooManyTablesError

_PATIENCE: Final = 1.5
"""Seconds for which a request waits for the next question, so that most pages show it at once. A
page without it shows it later, by an event or a reload."""
_LEAVING: Final = 10.0
"""Seconds in which the referee may end a match that the person left; then the table is closed."""
_PLAY: Final = "/play"
_LATE: Final = "late"
"""The key in the query of a seat whose last form was for a question that was over already."""
_LAST: Final = 1 << 30
"""The number of a step beyond the last step of any match; `look_back_view` then takes the last."""
_OLD_FORM: Final = "This form was an old one: please send it again."


class PlayPages:
    """The pages; without a room they say that nobody can play here."""

    def __init__(self, room: PlayRoom | None, *, takes_bots: bool = False) -> None:
        """`takes_bots` is whether bots can be submitted: the menu of each page then says so."""
        self._room = room
        self._takes_bots = takes_bots

    def routes(self) -> list[Route]:
        """The address of each page, with the method that answers."""
        return [
            Route(_PLAY, self.order, name="play"),
            Route(_PLAY, self.open, methods=["POST"]),
            Route("/seat/{token}", self.seat, name="seat"),
            Route("/seat/{token}", self.answer, methods=["POST"]),
            Route("/seat/{token}/leave", self.leave, methods=["POST"]),
            Route("/seat/{token}/events", self.events),
            Route("/seat/{token}/replay", self.replay),
        ]

    # -- opening a table

    async def order(self, request: Request) -> Response:
        """The list of games, or the form of the game that the query names."""
        # The menu of every page leads here, also where nobody can play.
        if self._room is None:
            return self._answered("play_off.html", 200)
        return await self._ordering(request.query_params, "", 200)

    async def open(self, request: Request) -> Response:
        """Open a table as the form says, and redirect to its seat."""
        room, sent = self._checked_room(), _first(await small_form(request))
        if not room.is_order_token(sent.get("token", "")):
            return await self._ordering(sent, _OLD_FORM, 409)
        try:
            order = await run_sync(seat_request, room.data, sent)
            table = await room.open(order, caller(request, behind_proxy=room.behind_proxy))
        except TooOftenError as error:
            return await self._ordering(sent, as_sentence(str(error)), 429)
        except TooManyTablesError as error:
            return await self._ordering(sent, as_sentence(str(error)), 503)
        except UserError as error:
            return await self._ordering(sent, as_sentence(" ".join(error.sentences())), 422)
        except StychError as error:
            return await self._ordering(sent, as_sentence(str(error)), 503)
        with anyio.move_on_after(_PATIENCE):
            await table.seat.changed.wait()
        return RedirectResponse(_address(table), 303)

    async def _ordering(self, sent: Mapping[str, str], fault: str, status: int) -> Response:
        room = self._checked_room()
        game = sent.get("game", "")
        form = await run_sync(order_form, game, room.data, sent) if game in GAMES else None
        games = [(each.id, each.title) for each in GAMES.values()]
        return self._answered(
            "play.html", status, games=games, form=form, fault=fault, token=room.order_token()
        )

    # -- the seat

    async def seat(self, request: Request) -> Response:
        """The page of a seat as it is now."""
        return await self._shown(self._table(request), is_late=_LATE in request.query_params)

    async def answer(self, request: Request) -> Response:
        """Take the answer in a form, if the form is that of the open question."""
        table, form = self._table(request), await small_form(request)
        seat, fields = table.seat, _first(form)
        number = number_in(fields.get("decision", ""))
        question, picture = seat.question, seat.picture
        is_open = seat.is_open_form(number, fields.get("token", ""))
        if question is None or picture is None or not is_open:
            return RedirectResponse(f"{_address(table)}?{_LATE}=1", 303)
        # Nothing is awaited between `is_open_form` and `answer`: the question stays the same.
        legal = list(question.decision.legal_actions)
        try:
            action = picture.chosen(question.seen, legal, _picks(form))
        # The question stays open. A reload sends the form again, and gets the same page.
        except PickError as error:
            return await self._shown(table, fault=str(error), status=422)
        seat.choice_text = picture.spoken(question.seen, action)
        seat.answer(number, legal.index(action))
        with anyio.move_on_after(_PATIENCE):
            await seat.changed.wait()
        return RedirectResponse(_address(table), 303)

    async def leave(self, request: Request) -> Response:
        """Leave the table, which forfeits its match."""
        table = self._table(request)
        # The form has no token, so a form of another site is refused by its origin.
        check_origin(request)
        table.seat.leave()
        # The referee needs time to save the record, so that the match can be replayed. While other
        # seats think, it learns that the person left only by the next question, which may not come.
        with anyio.move_on_after(_LEAVING):
            await table.done.wait()
        table.close()
        await table.done.wait()
        return RedirectResponse(_address(table), 303)

    async def events(self, request: Request) -> Response:
        """Server-sent events: one at once, and one after each change of the seat's page."""
        table = self._table(request)
        return StreamingResponse(
            self._checked_room().events(table),
            media_type="text/event-stream",
            headers={"Cache-Control": NEVER},
        )

    async def replay(self, request: Request) -> Response:
        """One step of the match that is over, with all hands."""
        table = self._table(request)
        if not table.done.is_set() or table.record is None:
            raise NotFoundError("the match can be looked at with all hands when it is over")
        step = number_in(request.query_params.get("step", ""))
        view = await run_sync(look_back_view, table.record, table.seat.choices, step)
        return self._answered("look_back.html", 200, view=view, address=_address(table))

    async def _shown(
        self, table: PersonTable, *, fault: str = "", status: int = 200, is_late: bool = False
    ) -> Response:
        seat, match, picture = table.seat, table.seat.match, table.seat.picture
        is_done = table.done.is_set()
        values: dict[str, Any] = {
            "address": _address(table),
            "seat_version": page_version(table),
            "has_record": is_done and table.record is not None,
            "again": f"{_PLAY}?{order_query(seat.request)}" if seat.request else _PLAY,
        }
        if match and picture and seat.over:
            values["facts"] = facts_of(match)
            values["ending"] = ending_view(match, seat.over, seat.opening)
            values["end"] = None
            if is_done and table.record:
                values["end"] = await run_sync(look_back_view, table.record, seat.choices, _LAST)
            values["events"] = event_sentences(picture, match.names, match.history)
            return self._answered("seat_over.html", status, **values)
        # The table was closed before the end of its match, or the match has not begun yet.
        if is_done or match is None or picture is None:
            values["why"] = as_sentence(str(table.problem)) if table.problem else ""
            values["has_left"] = seat.has_left
            return self._answered("seat_closed.html", 410 if is_done else 200, **values)
        form = None
        if seat.question:
            number = seat.question.number
            form = AskedForm(_address(table), seat.form_token(number), fault)
        moment = None
        if seat.last:
            has_hints = seat.hints is not None
            moment = moment_view(picture, seat.last, form, with_hint=has_hints)
        values |= {"facts": facts_of(match), "moment": moment, "is_late": is_late}
        values |= {"is_open": form is not None, "choice_text": seat.choice_text, "picture": picture}
        return self._answered("seat.html", status, **values)

    def _answered(self, template: str, status: int, **values: Any) -> Response:
        """A page for one person alone."""
        # No browser may store these pages: "back" has to show how the match stands now.
        text = render(template, path=_PLAY, takes_bots=self._takes_bots, **values)
        return Response(
            text,
            status_code=status,
            media_type="text/html; charset=utf-8",
            headers={"Cache-Control": NEVER},
        )

    def _checked_room(self) -> PlayRoom:
        """The room. Raises HTTPException when persons cannot play here."""
        if self._room is None:
            raise HTTPException(
                403, "nobody can sit down here: the server was started without --play"
            )
        return self._room

    def _table(self, request: Request) -> PersonTable:
        table = self._checked_room().find(request.path_params["token"])
        # The same words for a token that never existed: nobody learns anything by guessing.
        if table is None:
            raise NotFoundError(
                "there is no table at this address: it was closed, or the server was started anew"
            )
        return table


def _address(table: PersonTable) -> str:
    return f"/seat/{table.id}"


def _first(form: FormData) -> dict[str, str]:
    """The first text of each field."""
    return {name: values[0] for name, values in _picks(form).items()}


def _picks(form: FormData) -> dict[str, list[str]]:
    """All texts of each field, by its name."""
    return {name: [each for each in form.getlist(name) if isinstance(each, str)] for name in form}
