"""One machine floods: python -m tests.floods.attack KIND ADDRESS SECONDS THREADS [SOURCE] [tls].

It floods the address for SECONDS, but at most 120, and then prints how much it sent, as JSON. It
has no token. Only addresses of this machine are taken. SOURCE is the address that it comes from.
With tls, connections are encrypted, but those of kinds that hold connections open are not.
"""

import json
import select
import socket
import ssl
import sys
import threading
import time
from contextlib import suppress

from tests.floods.kinds import KINDS, Kind

LONGEST = 120.0
_MOST_CONNECTIONS = 2_000_000
_PATIENCE = 2.0
"""Seconds that a connection may wait for the server."""


class Flood:
    """One thread's part of the flood."""

    def __init__(self, kind: Kind, address: str, end: float, source: str, *, tls: bool) -> None:
        host, _, port = address.rpartition(":")
        if not host.startswith("127."):
            raise SystemExit(f"only this machine is flooded; received {address!r}")
        self._to, self._kind, self._end, self._source = (host, int(port)), kind, end, source
        self._tls = ssl.create_default_context() if tls else None
        if self._tls:
            self._tls.check_hostname = False
            self._tls.verify_mode = ssl.CERT_NONE
            self._tls.set_alpn_protocols(["h2"])
        self.units = self.connections = self.failed = 0

    def run(self) -> None:
        """Until the time is over, or too many connections were tried."""
        while time.monotonic() < self._end and self.connections + self.failed < _MOST_CONNECTIONS:
            try:
                if self._kind.held:
                    self._hold()
                else:
                    with self._dial() as line:
                        self._send(line)
            except OSError:
                self.failed += 1

    def _dial(self) -> socket.socket:
        # An address of its own, as another machine has it.
        line = socket.create_connection(self._to, _PATIENCE, (self._source, 0))
        # Held connections begin no handshake: with TLS, that is what the server waits for.
        if self._tls and not self._kind.held:
            try:
                line = self._tls.wrap_socket(line)
            except OSError:
                line.close()
                raise
        self.connections += 1
        return line

    def _send(self, line: socket.socket) -> None:
        if self._kind.first:
            line.sendall(self._kind.first)
        for load in self._kind.loads():
            if time.monotonic() > self._end or not self._drained(line):
                return
            line.sendall(load)
            self.units += self._kind.units

    def _drained(self, line: socket.socket) -> bool:
        """Read what came, so that the server never has to wait; False if it has closed the line."""
        while select.select([line], [], [], 0)[0]:
            if not line.recv(1 << 16):
                return False
        return True

    def _hold(self) -> None:
        lines: list[socket.socket] = []
        try:
            for _ in range(self._kind.held):
                lines.append(self._dial())
            # With nothing to send, the connections are held for as long as 8 bytes would take.
            for number in range(len(self._kind.first) or 8):
                time.sleep(min(0.5, max(0.0, self._end - time.monotonic())))
                for line in lines:
                    with suppress(OSError):
                        line.send(self._kind.first[number : number + 1])
        finally:
            for line in lines:
                line.close()


def main(arguments: list[str]) -> int:
    """Flood the address, then print what was sent."""
    name, address, seconds, threads, *rest = arguments
    end = time.monotonic() + min(float(seconds), LONGEST)
    source = next((each for each in rest if each != "tls"), "127.0.0.1")
    parts = [
        Flood(KINDS[name], address, end, source, tls="tls" in rest) for _ in range(int(threads))
    ]
    running = [threading.Thread(target=part.run) for part in parts]
    for each in running:
        each.start()
    for each in running:
        each.join()
    told = {
        key: sum(getattr(part, key) for part in parts) for key in ("units", "connections", "failed")
    }
    sys.stdout.write(json.dumps(told) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
