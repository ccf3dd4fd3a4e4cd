"""The pages of authors: logging in, submitting a bot, the state of a submission, stored bots."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from referee.errors import UserError
from stych_web.answers import as_sentence, private_page
from stych_web.forms import TooLargeError, field, read_form, small_form
from stych_web.site import NotFoundError, WebSite
from stych_web.submitting.account import account_view, find_own, withdraw_own
from stych_web.submitting.first_tables import first_tables
from stych_web.submitting.jobs import Job, JobQueue
from stych_web.submitting.ladder_pages import LadderPages
from stych_web.submitting.logins import AuthorLogins, SubmitSettings, check_form
from stych_web.submitting.sessions import SUBMIT_PATH, AuthorSession
from stych_web.submitting.uploads import (
    MOST_BYTES,
    MOST_FILES,
    MOST_FORM,
    Upload,
    take_upload,
    too_large,
)

_UPLOADS_AT_ONCE = 2
"""Uploads that may arrive at the same time."""


class SubmitPages:
    """The pages of a site that takes bots."""

    def __init__(self, site: WebSite, settings: SubmitSettings, queue: JobQueue) -> None:
        self.queue = queue
        self._site = site
        self._data = settings.data
        self._logins = AuthorLogins(settings)
        self._ladders = LadderPages(site, settings.data, self._logins)
        self._uploading = CapacityLimiter(_UPLOADS_AT_ONCE)

    def routes(self) -> list[Route]:
        """The address of each page, with the method that answers."""
        return [
            Route(SUBMIT_PATH, self.submit, methods=["GET"]),
            Route(SUBMIT_PATH, self.upload, methods=["POST"]),
            Route(f"{SUBMIT_PATH}/login", self.log_in, methods=["POST"]),
            Route(f"{SUBMIT_PATH}/logout", self.log_out, methods=["POST"]),
            Route(f"{SUBMIT_PATH}/jobs/{{id}}", self.job),
            Route(f"{SUBMIT_PATH}/jobs/{{id}}/events", self.events),
            Route(f"{SUBMIT_PATH}/account", self.account),
            Route(f"{SUBMIT_PATH}/withdraw", self.ask_withdrawal, methods=["GET"]),
            Route(f"{SUBMIT_PATH}/withdraw", self.withdraw, methods=["POST"]),
            *self._ladders.routes(),
        ]

    async def submit(self, request: Request) -> Response:
        """The form for a bot; for a visitor the form for a token."""
        session = await self._logins.session(request)
        if not session:
            return private_page(request, "login.html", problem="")
        return self._form(request, session)

    def _form(
        self, request: Request, session: AuthorSession, problem: str = "", status: int = 200
    ) -> Response:
        jobs = [each for each in self.queue.jobs() if each.author == session.author.name]
        return private_page(
            request,
            "submit.html",
            status,
            session=session,
            jobs=jobs[::-1],
            problem=problem,
            most_bytes=MOST_BYTES,
            most_files=MOST_FILES,
        )

    async def log_in(self, request: Request) -> Response:
        """Begin a session, if the token is right."""
        form = await small_form(request)
        # 303, so that a page that is loaded again does not send the token again.
        answer = RedirectResponse(SUBMIT_PATH, 303)
        if await self._logins.log_in(request, field(form, "token"), answer):
            return answer
        problem = "Nobody has this token. The operator makes one: stych token NAME --author"
        return private_page(request, "login.html", 403, problem=problem)

    async def log_out(self, request: Request) -> Response:
        """End the session, and delete its cookie."""
        await self._logins.small_form(request)
        answer = RedirectResponse(SUBMIT_PATH, 303)
        self._logins.log_out(request, answer)
        return answer

    async def upload(self, request: Request) -> Response:
        """Take the upload of a bot, and add a job for it."""
        session = await self._logins.form_session(request)
        try:
            # Checked before the body is read, which may be large.
            self.queue.check_limits(session.author.name)
            self._logins.check_uploads(session)
            async with self._upload_slot():
                upload = await self._take(request, session)
            job = self.queue.add(session.author.name, upload)
        except UserError as error:
            return self._form(request, session, as_sentence(str(error)), 422)
        return RedirectResponse(f"{SUBMIT_PATH}/jobs/{job.id}", 303)

    @asynccontextmanager
    async def _upload_slot(self) -> AsyncIterator[None]:
        # Each upload has a limit, but many at once could fill the disk together.
        if not self._uploading.available_tokens:
            raise UserError("others are uploading just now: try again in a minute")
        async with self._uploading:
            yield

    async def _take(self, request: Request, session: AuthorSession) -> Upload:
        try:
            form = await read_form(request, MOST_FORM, MOST_FILES)
        except TooLargeError:
            raise too_large() from None
        try:
            # Only now, since the token is in the form. Nothing is in the data folder yet.
            check_form(session, form)
            return await run_sync(take_upload, form, self._data)
        finally:
            await form.close()

    async def job(self, request: Request) -> Response:
        """The state of a submission, with its first matches so far."""
        session, job = await self._own_job(request)
        return private_page(
            request,
            "job.html",
            session=session,
            job=job,
            before=self.queue.jobs_before(job),
            tables=await run_sync(first_tables, self._site, job.first),
            ladders=await self._ladders.ladder_names([each.game for each in job.first]),
        )

    async def events(self, request: Request) -> Response:
        """Server-sent events about the changes of a submission."""
        _, job = await self._own_job(request)
        if self.queue.is_full_of_listeners:
            raise HTTPException(503, "too many listen already: load the page again later")
        return StreamingResponse(self.queue.events(job), media_type="text/event-stream")

    async def _own_job(self, request: Request) -> tuple[AuthorSession, Job]:
        session = await self._logins.session(request)
        if not session:
            raise HTTPException(403, "log in to see your submissions")
        job = self.queue.find(request.path_params["id"])
        # One answer for missing jobs and jobs of other authors: nobody learns what others submit.
        if not job or not (session.author.is_operator or job.author == session.author.name):
            raise NotFoundError(
                "there is no such submission; the server forgets old submissions, and all of them"
                " when it ends; stored bots are listed among your bots"
            )
        return session, job

    async def account(self, request: Request) -> Response:
        """The bots of the author; for an operator all bots, and everybody who may submit."""
        session = await self._logins.session(request)
        if not session:
            return RedirectResponse(SUBMIT_PATH, 303)
        view = await run_sync(account_view, self._data, session.author)
        games = {game for line in view.lines for game in line.version.manifest.games}
        ladders = await self._ladders.ladder_names(games)
        return private_page(request, "account.html", session=session, view=view, ladders=ladders)

    async def ask_withdrawal(self, request: Request) -> Response:
        """Ask whether a version is to be withdrawn, which cannot be undone."""
        session = await self._logins.session(request)
        if not session:
            return RedirectResponse(SUBMIT_PATH, 303)
        text = request.query_params.get("version", "")
        version = await run_sync(find_own, self._data, session.author, text)
        return private_page(request, "withdraw.html", session=session, version=version)

    async def withdraw(self, request: Request) -> Response:
        """Withdraw a version, and redirect to the list of stored bots."""
        session, form = await self._logins.small_form(request)
        await run_sync(withdraw_own, self._data, session.author, field(form, "version"))
        return RedirectResponse(f"{SUBMIT_PATH}/account", 303)
