"""What is tested without an endpoint: errors, waits, and when certificate authorities are read.

The errors are those where nobody listens and where no client can be made. The waits are those that
an endpoint asks for after a failure.
"""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from referee.models.failures import EndpointError, seconds_to_wait
from tests.models.asking import REQUEST
from tests.models.needs import needs_openai
from tests.models.sights import settings

pytestmark = needs_openai


def test_nobody_listens() -> None:
    with pytest.raises(EndpointError, match="cannot be reached") as found:
        _unheard()
    assert found.value.passing
    assert found.value.used == (0, 0)


def _unheard() -> None:
    from referee.models.endpoint import ModelEndpoint

    async def once() -> None:
        endpoint = ModelEndpoint(settings(base_url="http://127.0.0.1:1/v1"))
        try:
            await endpoint.ask(REQUEST)
        finally:
            await endpoint.close()

    asyncio.run(once())


def test_retry_after() -> None:
    assert seconds_to_wait("12") == 12.0
    assert seconds_to_wait("-3") == 0.0
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1))
    found = seconds_to_wait(later)
    assert found is not None
    assert 3000 < found <= 3600
    unusable = (None, "", "soon", "nan", "inf", "1e99")
    assert [seconds_to_wait(each) for each in unusable] == [None] * 6


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTPS_PROXY", "gopher://127.0.0.1"),
        ("HTTPS_PROXY", "http://[::"),
        ("SSL_CERT_FILE", "/dev/null/none"),
    ],
)
def test_an_environment_in_which_no_client_can_be_made(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The failure is this entrant's alone: another one may be asked on this machine itself."""
    from referee.models.endpoint import ModelEndpoint

    monkeypatch.setenv(name, value)
    own = settings(base_url="https://a.invalid/v1", input_price=0, output_price=0)
    endpoint = ModelEndpoint(own)
    with pytest.raises(EndpointError, match=r"to https://a\.invalid/v1 can be made") as error:
        asyncio.run(endpoint.ask(REQUEST))
    assert (error.value.passing, error.value.of_request) == (False, False)
    asyncio.run(endpoint.close())


@pytest.mark.parametrize(
    ("url", "reads"),
    [
        ("http://127.0.0.1:1/v1", False),
        ("https://127.0.0.1:1/v1", True),
        ("https://models.example/v1", True),
    ],
)
def test_authorities_are_read_where_something_is_encrypted(
    url: str, reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from openai import DefaultAsyncHttpxClient

    from referee.models import endpoint

    given = list[Any]()

    def noted(**how: Any) -> Any:
        given.append(how["verify"])
        return DefaultAsyncHttpxClient(**how)

    monkeypatch.setattr(endpoint, "HttpClient", noted)
    endpoint.ModelEndpoint(settings(base_url=url, input_price=0, output_price=0))._new_client()
    [verify] = given
    if reads:
        assert verify is True
    else:
        # Nobody is trusted, should anything be encrypted after all.
        assert (verify.verify_mode, verify.get_ca_certs()) == (ssl.CERT_REQUIRED, [])
