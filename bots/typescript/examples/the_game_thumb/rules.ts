/** What the rules of The Game say of cards, rows and actions, as far as the policy asks. */

export const LOWEST = 2;
export const HIGHEST = 99;
/** The rows by number: 0 and 1 go up, 2 and 3 go down. */
export const ROWS = [0, 1, 2, 3];
/** The step of the backwards trick. */
export const TRICK = 10;
export const FIRE_CARDS: readonly number[] = [22, 33, 44, 55, 66, 77];

/** Actions are numbers: these, and the sums that `placing` and `flagging` make. */
export const END = 400;
export const GLAD = 410;
const FLAGS = 500;

/** The action that places the card on the row. */
export function placing(row: number, card: number): number {
  return 100 * row + card;
}

/** The action that sets the flags, row A's first. */
export function flagging(flags: readonly number[]): number {
  return flags.reduce((code, flag) => 3 * code + flag, 0) + FLAGS;
}

/** By how much the row comes nearer to its end; -10 is the backwards trick. */
export function jump(row: number, top: number, card: number): number {
  return row < 2 ? card - top : top - card;
}

/** Whether the card may be placed on the row with that top card. */
export function fits(row: number, top: number, card: number): boolean {
  const step = jump(row, top, card);
  return step > 0 || step === -TRICK;
}

/** The card that would be the row's backwards trick. */
export function trickOn(row: number, top: number): number {
  return row < 2 ? top - TRICK : top + TRICK;
}
