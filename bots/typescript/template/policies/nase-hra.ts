import { type Choose, NaseHraOrder, type Observation } from "stych";
import { best } from "./best.js";

/** Numbers of actions: DISCARD + card discards it; FIGURES and NUMBERS choose what is on top. */
const DISCARD = 32;
const FIGURES = 64;
const NUMBERS = 65;

/**
 * Naše hra: take the tricks that are worth most, and lose those that are worth least.
 * Cards and actions are numbers: proto/stych/v1/nase_hra.proto says which, and what a seat sees.
 */
export const naseHra: Choose<"nase-hra"> = (seen, legal) =>
  best(legal, (action) => rate(seen, action));

/** Tells how good the action is in comparison with the other actions of this decision. */
function rate({ publicView, privateView }: Observation<"nase-hra">, action: number): number {
  if (action > NUMBERS) return action; // the highest refuses the game, or takes the whole talon
  if (action >= FIGURES) {
    return privateView.hand.filter((card) => isFigure(card) === (action === FIGURES)).length;
  }
  const { order, trick } = publicView;
  if (action >= DISCARD) return -strength(action - DISCARD, order);
  return ratePlay(trick, action, order);
}

/** Tells how good the card is in the trick, as if it were the last card of the trick. */
function ratePlay(trick: readonly number[], card: number, order: NaseHraOrder): number {
  const power = strength(card, order);
  const [led] = trick;
  if (led === undefined) return power;
  const rivals = trick.filter((other) => suit(other) === suit(led));
  const wins = suit(card) === suit(led) && rivals.every((other) => strength(other, order) < power);
  const worth = 10 * value([...trick, card]);
  return (wins ? worth : -worth) - power;
}

/**
 * The value of a trick: 7 less the ranks, from 0 to 3, of a suit's highest number and figure.
 * A trick in which no suit has both a number and a figure is worth 0.
 */
function value(cards: readonly number[]): number {
  const values = [0, 1, 2, 3].map((each) => {
    const held = cards.filter((card) => suit(card) === each);
    const numbers = held.filter((card) => !isFigure(card)).map((card) => card % 8);
    const figures = held.filter(isFigure).map((card) => (card % 8) - 4);
    if (numbers.length === 0 || figures.length === 0) return 0;
    return 7 - Math.max(...numbers) - Math.max(...figures);
  });
  return Math.max(...values);
}

function suit(card: number): number {
  return Math.floor(card / 8);
}

/** Tells whether the card is an under, an over, a king or an ace. */
function isFigure(card: number): boolean {
  return card % 8 >= 4;
}

/** The position of the card's rank in the order that was chosen, from 0, the lowest, to 7. */
function strength(card: number, order: NaseHraOrder): number {
  return order === NaseHraOrder.NUMBERS ? (card + 4) % 8 : card % 8;
}
