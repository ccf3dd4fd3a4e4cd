"""A network namespace for a machine: a network of its own, by one link that can be taken down."""

import os
import secrets
import shutil
import subprocess
from typing import Final, Self

_BELOW: Final = 250
"""Bytes of addresses are drawn below this."""


class Namespace:
    """A namespace whose link leads here.

    `here` is the address of our end of the link; `words` begin a command in the namespace.
    """

    def __init__(self) -> None:
        own = secrets.token_hex(3)
        self._name, self._link, far = f"stych-{own}", f"sty{own}a", f"sty{own}b"
        self.words = ("nsenter", f"--net=/run/netns/{self._name}")
        # Of the addresses that are set apart for tests of networks.
        net = f"198.18.{secrets.randbelow(_BELOW)}.{4 * secrets.randbelow(_BELOW // 4)}"
        first, _, last = net.rpartition(".")
        self.here, there = f"{first}.{int(last) + 1}", f"{first}.{int(last) + 2}"
        self._ip("netns", "add", self._name)
        try:
            self._ip("link", "add", self._link, "type", "veth", "peer", far, "netns", self._name)
            self._ip("address", "add", f"{self.here}/30", "dev", self._link)
            self._ip("link", "set", self._link, "up")
            self._ip("-n", self._name, "address", "add", f"{there}/30", "dev", far)
            for device in ("lo", far):
                self._ip("-n", self._name, "link", "set", device, "up")
        except subprocess.CalledProcessError:
            self._ip("netns", "delete", self._name)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ip("netns", "delete", self._name)

    def take_down(self) -> None:
        """Take the link down: nobody there hears of anything."""
        self._ip("link", "set", self._link, "down")

    def bring_up(self) -> None:
        """Bring the link up again."""
        self._ip("link", "set", self._link, "up")

    @staticmethod
    def _ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True, timeout=60)


def why_none() -> str:
    """Why no namespace can be made here; "" where one can."""
    if os.geteuid():
        return "only root makes network namespaces"
    if not (shutil.which("ip") and shutil.which("nsenter")):
        return "ip or nsenter is not there"
    try:
        with Namespace():
            return ""
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip()
        return f"a network namespace cannot be made here: {said}"
