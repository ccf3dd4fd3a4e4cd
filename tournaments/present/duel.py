"""Sentences about a duel: what its test has decided, and what the blocks came to."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tournaments.config.definition import Definition
from tournaments.core.results import PlayedMatch
from tournaments.core.words import how_many
from tournaments.formats.duel import Scorer, looked_at
from tournaments.present.duel_evidence import DuelDecision, DuelEvidence, gain
from tournaments.present.figures import between
from tournaments.ratings.bootstrap import Piece, interval
from tournaments.ratings.scores import Interval
from tournaments.ratings.sequential import BlockTest, Lead, ScoredBy
from tournaments.ratings.standings import plain


def evidence(definition: Definition, counted: Iterable[PlayedMatch]) -> DuelEvidence | None:
    """The evidence by the counted matches; None for a duel of a fixed length.

    It is that of the block that decided, whatever came after. In duels that look at stages alone
    it is that of the last look: in between it may pass a bound, which decides nothing.
    """
    sprt = definition.sprt
    if sprt is None:
        return None
    leads = Scorer(definition.hero, sprt.by).leads(counted)
    test = BlockTest(sprt)
    for lead in looked_at(leads, definition.boards, sprt):
        test.take(lead)
    is_over = len(leads) >= definition.boards
    return DuelEvidence(test.evidence, sprt, is_over=is_over, looked_at=test.blocks)


def verdict(definition: Definition, counted: Sequence[PlayedMatch]) -> Iterator[str]:
    """Sentences about the counted matches: the decision, what was seen, and the evidence."""
    if not counted:
        yield "Nothing is known of the duel yet."
        return
    found = evidence(definition, counted)
    if found:
        yield _decision(definition, found)
    yield from _faults(counted)
    if found and found.sprt.by is ScoredBy.POINTS:
        yield _points(definition, counted)
    yield from _shares(definition, counted)
    if found:
        yield f"{found.words[:1].upper()}{found.words[1:]}."


def duel_as_json(definition: Definition, counted: Sequence[PlayedMatch]) -> dict[str, Any]:
    """What is known of a duel (docs/tables.md)."""
    found = evidence(definition, counted)
    leads = Scorer(definition.hero, ScoredBy.PLACES).leads(counted)
    told: dict[str, Any] = {
        "hero": definition.hero,
        "opponent": _opponent(definition),
        "blocks": len(leads),
        "points_share": _share(leads) if leads else None,
        "share_interval": _share_interval(leads),
        "test": None,
        "verdict": list(verdict(definition, counted)),
    }
    if found:
        ahead = _leads_by_points(definition, counted)
        told["test"] = {
            "by": found.sprt.by.value,
            "better_by": found.sprt.margin,
            "error": found.sprt.error,
            "evidence": found.evidence,
            "bound": found.sprt.bound,
            "looked_at": found.looked_at,
            "decision": found.decision.value,
            "mean_lead": _mean(ahead) if ahead else None,
            "lead_interval": _lead_interval(ahead),
        }
    values = plain(told)
    return values if isinstance(values, dict) else {}


def _opponent(definition: Definition) -> str:
    return next(name for name in definition.entrants if name != definition.hero)


def _decision(definition: Definition, found: DuelEvidence) -> str:
    """What is decided, which possibility was ruled out for it, and how often that goes wrong."""
    new, old, by = definition.hero, _opponent(definition), gain(found.sprt)
    error = f"{100 * found.sprt.error:g} %"
    # Who has more points may well have won less.
    what = " in points" * (found.sprt.by is ScoredBy.POINTS)
    match found.decision:
        case DuelDecision.BETTER:
            return (
                f"Decided: {new} is better than {old}{what}. Ruled out is that it is no better: of"
                f" duels in which that is so, about {error} at most end with this. How much better"
                " it is was not tested."
            )
        case DuelDecision.NOT_BY_MARGIN:
            return (
                f"Decided: {new} is not better than {old} by {by} or more. Ruled out is that it is:"
                f" of duels in which that is so, about {error} at most end with this. Whether it is"
                " better by less, level or worse was not tested."
            )
        case DuelDecision.UNDECIDED:
            return (
                f"Undecided after the last board: it may be that {new} is no better than {old}, and"
                f" it may be that it is better by {by} or more. The test could rule out neither"
                f" with an error of {error}; it goes on with more boards."
            )
        case DuelDecision.OPEN:
            return (
                f"Not decided yet: the test has ruled out neither that {new} is no better than"
                f" {old}, nor that it is better by {by} or more (error {error} for each)."
            )


def _faults(counted: Sequence[PlayedMatch]) -> Iterator[str]:
    """That matches with faults are in it, if there are any."""
    faulty = [{name for name, _ in match.result.faults} for match in counted]
    number = sum(map(bool, faulty))
    if not number:
        return
    times = Counter(name for names in faulty for name in names)
    who = ", ".join(f"{name} in {times[name]}" for name in sorted(times))
    yield (
        f"Faults count: in {number} of {len(counted)} matches somebody was at fault ({who}), and"
        " came last in them."
    )
    if number == len(counted):
        yield "So nothing is known of how well the two play."


def _shares(definition: Definition, counted: Sequence[PlayedMatch]) -> Iterator[str]:
    """The hero's share of the points, and how it is spread over the blocks."""
    leads = Scorer(definition.hero, ScoredBy.PLACES).leads(counted)
    mean, reach = _share(leads), _share_interval(leads)
    # Elo is defined for games of two.
    elo = f" ({_elo(mean)} Elo{_elo_interval(reach)})" if definition.seats == 2 else ""
    known = between(mean, reach)
    blocks = how_many(len(leads), "block")
    yield f"{definition.hero} has {known} % of the points over {blocks}{elo}."
    counts = Counter((lead.mean + 1) / 2 for lead in leads)
    told = ", ".join(f"{score:.3g}: {counts[score]}" for score in sorted(counts))
    yield f"Blocks by its share of them: {told}."


def _points(definition: Definition, counted: Sequence[PlayedMatch]) -> str:
    """By how many of the game's points the hero is ahead."""
    leads = _leads_by_points(definition, counted)
    ahead = between(_mean(leads), _lead_interval(leads), 1)
    return f"{definition.hero} is ahead by {ahead} points of the game a match."


def _leads_by_points(definition: Definition, counted: Sequence[PlayedMatch]) -> Sequence[Lead]:
    return Scorer(definition.hero, ScoredBy.POINTS).leads(counted)


def _mean(leads: Sequence[Lead]) -> float:
    return sum(lead.amount for lead in leads) / sum(lead.size for lead in leads)


def _share(leads: Sequence[Lead]) -> float:
    return (_mean(leads) + 1) / 2


def _share_interval(leads: Sequence[Lead]) -> Interval | None:
    """95 % of the share, by whole blocks."""
    reach = _lead_interval(leads)
    return reach and ((reach[0] + 1) / 2, (reach[1] + 1) / 2)


def _lead_interval(leads: Sequence[Lead]) -> Interval | None:
    """95 % of the mean lead, by whole blocks; None for a single block."""
    if not leads:
        return None
    pieces: list[Piece] = [(lead.amount, lead.size) for lead in leads]
    last = leads[-1]
    most = last.reach * last.size
    return interval(pieces, (-most, last.size), (most, last.size))


def _elo_interval(shares: Interval | None) -> str:
    return f", {_elo(shares[0])} to {_elo(shares[1])}" if shares else ""


def _elo(share: float) -> str:
    # The logistic curve of Elo: a share of 0 or 1 lies infinitely far off.
    if not 0 < share < 1:
        return "-inf" if share <= 0 else "+inf"
    return f"{-400 * math.log10(1 / share - 1):+.1f}"
