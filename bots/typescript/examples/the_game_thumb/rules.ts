/** The rules of The Game about cards, rows and actions, as far as the policy needs them. */

export const LOWEST = 2;
export const HIGHEST = 99;
/** The rows by number: 0 and 1 go up, 2 and 3 go down. */
export const ROWS = [0, 1, 2, 3];
/** A backwards trick goes back by exactly this much: down on the rows 0 and 1, up on 2 and 3. */
export const TRICK = 10;
export const FIRE_CARDS: readonly number[] = [22, 33, 44, 55, 66, 77];

/** Numbers of actions: END ends the turn; GLAD + 0 to GLAD + 3 tell the gladness to start. */
export const END = 400;
export const GLAD = 410;
const FLAGS = 500;

/** The action that places the card on the row. */
export function placing(row: number, card: number): number {
  return 100 * row + card;
}

/** The action that sets these flags, one for each row in the order of the rows. */
export function flagging(flags: readonly number[]): number {
  return flags.reduce((code, flag) => 3 * code + flag, 0) + FLAGS;
}

/** By how much the card brings the row nearer to its end; -10 for a backwards trick. */
export function jump(row: number, top: number, card: number): number {
  return row < 2 ? card - top : top - card;
}

/** Tells whether the card may be placed on the row with that top card. */
export function fits(row: number, top: number, card: number): boolean {
  const step = jump(row, top, card);
  return step > 0 || step === -TRICK;
}

/** The card of the row's backwards trick, which need not be in the game. */
export function trickOn(row: number, top: number): number {
  return row < 2 ? top - TRICK : top + TRICK;
}
