"""Bounds how often something may be tried from one address."""

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from starlette.requests import Request

_MOST_ADDRESSES: Final = 10_000
_PREFIX: Final = 64
"""Bits of an address of IPv6 that stand for one network: its owner has all that follow."""


class Attempts:
    """So many tries for each address at once, and one more each time some seconds have passed."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """For each address how many tries are spent, and as of when."""

    def allow(self, address: str) -> bool:
        """Count another try, if there is one left."""
        now = self._clock()
        spent, since = self._spent.pop(address, (0.0, now))
        spent = max(0.0, spent - (now - since) / self._seconds)
        allowed = spent + 1 <= self._most
        self._spent[address] = (spent + allowed, now)
        # The one that was heard of longest ago has the most back by now.
        if len(self._spent) > _MOST_ADDRESSES:
            self._spent.popitem(last=False)
        return allowed


def caller(request: Request, *, behind_proxy: bool) -> str:
    """Whose tries are counted together: an address, of IPv6 its network."""
    address = request.client.host if request.client else ""
    # The last one is what the proxy itself added; all before it anybody may write.
    if behind_proxy and (told := request.headers.get("x-forwarded-for")):
        address = told.rpartition(",")[2].strip()
    try:
        found = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, IPv6Address) and not found.ipv4_mapped:
        return str(int(found) >> (128 - _PREFIX))
    return str(found)
