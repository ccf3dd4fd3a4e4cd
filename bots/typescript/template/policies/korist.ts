import type { Choose, Observation } from "stych";
import { best } from "./best.js";

/**
 * Numbers of actions. Those below GROUP lay a set, and those from GROUP on capture a group of the
 * shadow offer. The captor may TAKE the captured cards, or leave them (642). The victim may take
 * them BACK, or discard them (644). Those from DRAW on draw a pile of the supply, DECK draws a card
 * of the deck, and NONE draws nothing.
 */
const GROUP = 629;
const TAKE = 641;
const BACK = 643;
const DRAW = 645;
const DECK = 651;
const NONE = 652;
/** The kind of a joker. The kinds of the other cards are their values, 1 to 13. */
const JOKER = 14;

/**
 * Kořist: lay the largest set, and collect cards of the kinds that the hand has most of.
 * Cards and actions are numbers: proto/stych/v1/korist.proto says which, and what a seat sees.
 */
export const korist: Choose<"korist"> = (seen, legal) =>
  best(legal, (action) => rate(seen, action));

/** Tells how good the action is in comparison with the other actions of this decision. */
function rate({ publicView, privateView }: Observation<"korist">, action: number): number {
  const held = (kind: number) => privateView.hand[kind - 1] ?? 0;
  // The size of a set decides first, then its value.
  if (action < GROUP) return 20 * size(action) + value(action);
  if (action < TAKE) return held(action - GROUP + 1);
  if (action < DRAW) {
    const layer = publicView.capturedLayer ?? 0;
    // Cards are worth taking if they and those of their value in the hand are more than 3.
    const many = held(value(layer)) + size(layer) > 3;
    return many === (action === TAKE || action === BACK) ? 1 : 0;
  }
  if (action >= DECK) return NONE - action; // 1 for the deck, 0 for drawing nothing
  // The supply lists the cards of all piles, one pile after the other.
  const before = publicView.pileSizes.slice(0, action - DRAW);
  const kind = publicView.supply[before.reduce((sum, cards) => sum + cards, 0)] ?? 0;
  return kind === JOKER ? 8 : 2 * held(kind);
}

/** The value of a set's cards: 1 to 13, or 14 for jokers alone. */
function value(set: number): number {
  return set >= 624 ? JOKER : Math.floor(set / 48) + 1;
}

/** The number of cards in a set, jokers included. */
function size(set: number): number {
  return set >= 624 ? set - 623 : Math.floor((set % 48) / 6) + 1 + (set % 6);
}
