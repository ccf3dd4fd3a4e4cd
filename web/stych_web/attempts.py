"""Limits how often something may be tried from one address, or by one author."""

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from starlette.requests import Request

_MOST_ADDRESSES: Final = 10_000
"""Addresses whose tries are remembered; the limit keeps a flood from filling the memory."""
_PREFIX: Final = 64
"""Bits of an IPv6 address that name a network, whose addresses usually all have one owner."""


class Attempts:
    """Allows each address `most` tries at once, and one more each time `seconds` have passed.

    An address may be any text that says who tries, such as the name of an author.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By address: how many tries were spent after the last call of `allow`, and the time of the
        clock at that call. A part of a try is regained between two calls."""

    def allow(self, address: str) -> bool:
        """Whether the address has another try; if so, the try is spent."""
        now = self._clock()
        spent, since = self._spent.pop(address, (0.0, now))
        spent = max(0.0, spent - (now - since) / self._seconds)
        allowed = spent + 1 <= self._most
        self._spent[address] = (spent + 1 if allowed else spent, now)
        # Forget the address that tried longest ago: it has had the most time to regain its tries.
        if len(self._spent) > _MOST_ADDRESSES:
            self._spent.popitem(last=False)
        return allowed


def caller(request: Request, *, behind_proxy: bool) -> str:
    """The address from which a request came, as a key for `Attempts`.

    For IPv6 it is the number of the address's network. It is "unknown" when the connection or the
    proxy names no valid address.
    """
    address = request.client.host if request.client else ""
    # The proxy adds the last address itself; anybody may have written those before it.
    if behind_proxy and (forwarded := request.headers.get("x-forwarded-for")):
        address = forwarded.rpartition(",")[2].strip()
    try:
        ip = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, IPv6Address) and not ip.ipv4_mapped:
        return str(int(ip) >> (128 - _PREFIX))
    return str(ip)
