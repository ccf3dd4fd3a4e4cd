/**
 * Rules of thumb for The Game.
 *
 * - What a jump costs is not its length but how many cards that are still out it shuts off.
 * - Look two cards ahead: a jump that a backwards trick takes back is no jump.
 * - Keep a backwards trick that lies ready in the hand.
 * - Stop at the minimum, unless the next card costs nothing or is a backwards trick.
 * - Where another asks to be left alone, or for no big jump, anything costs more.
 * - Ask for a row of which one holds the trick or the very next card; ask for no big jump where one
 *   holds a near one.
 * - Cover fires, and leave none to the next player if it can be helped.
 */

import { type Observation, TheGamePhase } from "stych";
import { END, FIRE_CARDS, fits, flagging, GLAD, placing, trickOn } from "./rules.js";
import { type Position, Table } from "./table.js";

/** What a trick that lies ready in the hand is worth, as a share of what it will win back. */
const HOPE = 0.5;
/** At most so many cards are shut off by a jump that one asks others to leave room for. */
const NEAR = 3;
/** A fire that stays uncovered. */
const BURNS = 1000;
/** No second card, though one is needed. */
const STUCK = 500;
/** A fire that is left for the next player. */
const SPARK = 8;
/** What it is worth to place a card beyond the minimum. */
const EAGER = 0.5;
/** The cost of the first turn's two cards, for the gladness 3, 2 and 1. */
const GLAD_UP_TO = [2, 5, 9];

type Seen = Observation<"the-game">;

interface Plan {
  /** Of up to two cards, and of what is to be feared after them. */
  readonly cost: number;
  /** The action to begin with. */
  readonly first: number;
}

/** An index into the legal actions. */
export function choose(seen: Seen, legal: readonly number[]): number {
  return legal.indexOf(action(seen, new Table(seen)));
}

function action(seen: Seen, table: Table): number {
  switch (seen.publicView.phase) {
    case TheGamePhase.TURN:
      return bestPlan(seen, table).first;
    case TheGamePhase.FLAGS:
      return flagging(seen.publicView.tops.map((top, row) => flag(seen, table, row, top)));
    default:
      return GLAD + gladness(seen, table);
  }
}

/** The cheapest way to go on for up to two cards; the table wants the minimum to be reached. */
function bestPlan(seen: Seen, table: Table): Plan {
  return [...plans(seen, table)].reduce((best, plan) => (plan.cost < best.cost ? plan : best));
}

/** Stopping, where that is allowed; then every card, alone and with each that may follow. */
function* plans({ publicView, privateView }: Seen, table: Table): Generator<Plan> {
  const { tops, toCover, minimum, placed, fire } = publicView;
  const due = minimum - placed;
  const now: Position = { hand: privateView.hand, tops, fires: toCover };
  if (due <= 0) yield { cost: outlook(now, table, fire), first: END };
  for (const one of table.placings(now)) {
    const first = placing(one.row, one.card);
    const alone = one.cost - (due <= 0 ? EAGER : 0);
    yield { cost: alone + (due <= 1 ? outlook(one.then, table, fire) : STUCK), first };
    for (const two of table.placings(one.then)) {
      const both = alone - (due <= 1 ? EAGER : 0) + two.cost;
      yield { cost: both + outlook(two.then, table, fire), first };
    }
  }
}

/** What is to be feared or hoped for when the turn ends like this. */
function outlook({ hand, tops, fires }: Position, table: Table, fire: boolean): number {
  let cost = BURNS * fires.length;
  for (const [row, top] of tops.entries()) {
    const trick = trickOn(row, top);
    if (hand.includes(trick)) cost += HOPE * table.cost(row, top, trick);
    if (fire && FIRE_CARDS.includes(top) && !fires.includes(row)) cost += SPARK;
  }
  return cost;
}

/** 2 for a trick or the very next card in the hand, 1 for a near one. */
function flag({ privateView }: Seen, table: Table, row: number, top: number): number {
  const fitting = privateView.hand.filter((card) => fits(row, top, card));
  const nearest = Math.min(...fitting.map((card) => table.cost(row, top, card)));
  if (nearest < 0) return 2;
  return nearest <= NEAR ? 1 : 0;
}

function gladness(seen: Seen, table: Table): number {
  const { cost } = bestPlan(seen, table);
  return GLAD_UP_TO.filter((limit) => cost <= limit).length;
}
