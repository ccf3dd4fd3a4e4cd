"""Makes the setting of a run, which machines are sent, from the order of its runner."""

import secrets
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from stych_cluster.parcels import RunSetting
from tournaments.run.port import RunOrder


def setting_of(order: RunOrder, names: Collection[str] | None) -> RunSetting:
    """The setting of a new run in which the bots with these names play; None for all bots.

    The order must have a fixture. Raises UserError when a path that bots are to read is missing on
    this machine.
    """
    plan, planning = order.plan, order.planning
    playing = plan.entries.keys() if names is None else plan.entries.keys() & names
    entries = {name: plan.entries[name] for name in sorted(playing)}
    digests = {each.name: each.digest for each in planning.entrants if each.name in entries}
    play = planning.tournament.play
    return RunSetting(
        id=secrets.token_hex(8),
        # What concerns this machine alone is not sent. Paths could tell private names: only those
        # of `readable` are sent, which must exist on every machine.
        plan=replace(
            plan,
            entries={name: replace(each, folder=Path(name)) for name, each in entries.items()},
            logs=Path(),
            hosting=None,
            confining=None,
            models=None,
        ),
        digests=digests,
        limits=planning.limits,
        readable=planning.readable,
        thinking=play.thinking,
        at_once=play.matches_at_once,
        widest=max(order.fixtures, key=lambda each: each.block.seatings),
        withdrawn=order.withdrawn,
    )
