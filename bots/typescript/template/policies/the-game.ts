import type { Choose, Observation } from "stych";
import { best } from "./best.js";

/** Numbers of actions: END ends the turn; those from TALK on tell the gladness, or set flags. */
const END = 400;
const TALK = 401;
/** A turn that may end goes on only with a card at most this far beyond the top of its row. */
const ENOUGH = 4;

/**
 * The Game: place the card that skips the fewest numbers, and end the turn before a big jump.
 * Cards and actions are numbers: proto/stych/v1/the_game.proto says which, and what a seat sees.
 */
export const theGame: Choose<"the-game"> = (seen, legal) =>
  best(legal, (action) => -cost(seen, action));

/** Tells how bad the action is in comparison with the other actions of this decision. */
function cost({ publicView }: Observation<"the-game">, action: number): number {
  if (action >= TALK) return action; // the lowest one is the gladness 0, or no flags
  if (action === END) return ENOUGH;
  const row = Math.floor(action / 100);
  const up = (action % 100) - (publicView.tops[row] ?? 0);
  const jump = row < 2 ? up : -up;
  // A fire card has to be covered before the turn ends.
  return publicView.toCover.includes(row) ? jump - 200 : jump;
}
