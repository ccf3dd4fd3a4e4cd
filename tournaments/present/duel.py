"""A duel in sentences and as JSON: what its test has decided, and the results of its blocks.

The parameter `counted` has the matches of whole blocks, in the order of play.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tournaments.config.definition import Definition
from tournaments.core.results import PlayedMatch
from tournaments.core.words import how_many
from tournaments.formats.duel import Scorer, tested_leads
from tournaments.present.duel_evidence import DuelDecision, DuelEvidence, gain
from tournaments.present.figures import between
from tournaments.ratings.bootstrap import Piece, interval
from tournaments.ratings.scores import Interval
from tournaments.ratings.sequential import BlockTest, Lead, ScoredBy
from tournaments.ratings.standings import plain


def evidence(definition: Definition, counted: Iterable[PlayedMatch]) -> DuelEvidence | None:
    """The evidence by the counted matches; None for a duel without a test.

    Blocks after the one that decided do not change it. In duels that look only at the end of each
    stage it is the evidence of the last look: what it is between two looks decides nothing.
    """
    sprt = definition.sprt
    if sprt is None:
        return None
    leads = Scorer(definition.hero, sprt.by).leads(counted)
    test = BlockTest(sprt)
    for lead in tested_leads(leads, definition.boards, sprt):
        test.take(lead)
    is_over = len(leads) >= definition.boards
    return DuelEvidence(test.evidence, sprt, is_over=is_over, blocks=test.blocks)


def verdict(definition: Definition, counted: Sequence[PlayedMatch]) -> Iterator[str]:
    """Sentences about the counted matches: the decision, faults, points, shares and evidence."""
    if not counted:
        yield "Nothing is known of the duel yet."
        return
    current = evidence(definition, counted)
    if current:
        yield _decision(definition, current)
    yield from _faults(counted)
    if current and current.sprt.by is ScoredBy.POINTS:
        yield _points(definition, counted)
    yield from _shares(definition, counted)
    if current:
        yield f"{current.words[:1].upper()}{current.words[1:]}."


def duel_as_json(definition: Definition, counted: Sequence[PlayedMatch]) -> dict[str, Any]:
    """The duel as the plain JSON of docs/tables.md, the key `duel`."""
    current = evidence(definition, counted)
    leads = Scorer(definition.hero, ScoredBy.PLACES).leads(counted)
    values: dict[str, Any] = {
        "hero": definition.hero,
        "opponent": _opponent(definition),
        "blocks": len(leads),
        "points_share": _share(leads) if leads else None,
        "share_interval": _share_interval(leads),
        "test": None,
        "verdict": list(verdict(definition, counted)),
    }
    if current:
        by_points = _leads_by_points(definition, counted)
        values["test"] = {
            "by": current.sprt.by.value,
            "better_by": current.sprt.margin,
            "error": current.sprt.error,
            "evidence": current.evidence,
            "bound": current.sprt.bound,
            "looked_at": current.blocks,
            "decision": current.decision.value,
            "mean_lead": _mean(by_points) if by_points else None,
            "lead_interval": _lead_interval(by_points),
        }
    rounded = plain(values)
    return rounded if isinstance(rounded, dict) else {}


def _opponent(definition: Definition) -> str:
    return next(name for name in definition.entrants if name != definition.hero)


def _decision(definition: Definition, current: DuelEvidence) -> str:
    """The decision, what it rules out, and the greatest share of duels in which it is wrong."""
    new, old, by = definition.hero, _opponent(definition), gain(current.sprt)
    error = f"{100 * current.sprt.error:g} %"
    # Points are named, since the bot with more points may well have won fewer matches.
    what = " in points" if current.sprt.by is ScoredBy.POINTS else ""
    match current.decision:
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
    """Sentences about the matches in which somebody was at fault, if there are any."""
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
    """Sentences: the hero's share of the comparisons with its opponent, and the blocks by it."""
    leads = Scorer(definition.hero, ScoredBy.PLACES).leads(counted)
    share, ends = _share(leads), _share_interval(leads)
    # Elo compares two players, so there is none for games of more seats.
    elo = f" ({_elo(share)} Elo{_elo_interval(ends)})" if definition.seats == 2 else ""
    percents = between(share, ends)
    blocks = how_many(len(leads), "block")
    yield f"{definition.hero} has {percents} % of the points over {blocks}{elo}."
    counts = Counter((lead.mean + 1) / 2 for lead in leads)
    listed = ", ".join(f"{score:.3g}: {counts[score]}" for score in sorted(counts))
    yield f"Blocks by its share of them: {listed}."


def _points(definition: Definition, counted: Sequence[PlayedMatch]) -> str:
    """A sentence about the hero's mean lead in points of the game, with its interval."""
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
    """The 95 % interval of the share, 0 to 1, by whole blocks; None for fewer than 2 blocks."""
    ends = _lead_interval(leads)
    return ends and ((ends[0] + 1) / 2, (ends[1] + 1) / 2)


def _lead_interval(leads: Sequence[Lead]) -> Interval | None:
    """The 95 % interval of the mean lead, by whole blocks; None for fewer than 2 blocks."""
    if not leads:
        return None
    pieces: list[Piece] = [(lead.amount, lead.size) for lead in leads]
    # The worst and the best possible block are as large as the last block, whose reach is the
    # greatest of all.
    last = leads[-1]
    most = last.reach * last.size
    return interval(pieces, (-most, last.size), (most, last.size))


def _elo_interval(shares: Interval | None) -> str:
    return f", {_elo(shares[0])} to {_elo(shares[1])}" if shares else ""


def _elo(share: float) -> str:
    # Shares of 0 and 1 are infinitely far away on the logistic curve of Elo.
    if not 0 < share < 1:
        return "-inf" if share <= 0 else "+inf"
    # Half of the points is -0.0. Stored tables have it so, and stay equal to the byte.
    return f"{-400 * math.log10(1 / share - 1):+.1f}"
