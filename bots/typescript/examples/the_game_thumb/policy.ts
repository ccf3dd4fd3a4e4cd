/**
 * Rules of thumb for The Game.
 *
 * - The cost of a jump is not its length, but the number of cards still out that it shuts off.
 * - Look two cards ahead: a jump that a backwards trick takes back costs nothing.
 * - Save a row for which the hand has the card of a backwards trick.
 * - Stop at the minimum, unless the next card costs almost nothing or is a backwards trick.
 * - A card costs more on a row that another player has flagged.
 * - Flag a row with 2 when the hand has the card of its backwards trick, with 1 for a near card.
 * - Cover fires, and leave none to the next player if possible.
 *
 * Costs are numbers of cards that will probably not be placed any more.
 */

import { type Observation, TheGamePhase } from "stych";
import { END, FIRE_CARDS, fits, flagging, GLAD, placing, trickOn } from "./rules.js";
import { type Position, Table } from "./table.js";

/** A backwards trick whose card is in the hand is worth this share of the cards it wins back. */
const HOPE = 0.5;
/** A card is near, and its row gets the flag 1, if placing it shuts off at most this many cards. */
const NEAR = 3;
/** The cost of a fire that has to be covered in this turn and is not. */
const BURNS = 1000;
/** The cost of a plan without the second card that the minimum requires. */
const STUCK = 500;
/** The cost of a fire that is left for the next player. */
const SPARK = 8;
/** The worth of placing a card beyond the minimum. */
const EAGER = 0.5;
/** The gladness is 3, 2 or 1 if the best plan costs at most this much, and otherwise 0. */
const GLAD_UP_TO = [2, 5, 9];

type Seen = Observation<"the-game">;

interface Plan {
  /** The cost of up to two cards and of the position after them. */
  readonly cost: number;
  /** The number of the plan's first action. */
  readonly first: number;
}

/** Returns the index in `legal` of the action that the rules of thumb prefer. */
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

/** The plan with the lowest cost; of equal ones the first. */
function bestPlan(seen: Seen, table: Table): Plan {
  return [...plans(seen, table)].reduce((best, plan) => (plan.cost < best.cost ? plan : best));
}

/** All plans: ending the turn, if allowed; every card alone; every card with a second one. */
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

/** The cost of ending the turn with this hand, these tops, and these rows' fires not covered. */
function outlook({ hand, tops, fires }: Position, table: Table, fire: boolean): number {
  let cost = BURNS * fires.length;
  for (const [row, top] of tops.entries()) {
    const trick = trickOn(row, top);
    if (hand.includes(trick)) cost += HOPE * table.cost(row, top, trick);
    if (fire && FIRE_CARDS.includes(top) && !fires.includes(row)) cost += SPARK;
  }
  return cost;
}

/** The flag for a row: 2 if a backwards trick wins back cards, 1 for a near card, or else 0. */
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
