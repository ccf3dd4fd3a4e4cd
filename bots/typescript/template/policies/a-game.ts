import type { Choose } from "stych";

/**
 * The policy of the game a-game chooses any legal action, all with the same probability. Write
 * your own rules here. The game's documentation says what a seat sees, and what the numbers of
 * actions mean.
 */
export const aGame: Choose<"a-game"> = (_seen, legal, random) => random.below(legal.length);
