/** The costs of placing cards, as they follow from what one seat sees. */

import { type Observation, TheGameEvent, unpackEvent } from "stych";
import { fits, HIGHEST, jump, LOWEST, ROWS } from "./rules.js";

/** Placing a card on a row with the flag 2 of another player costs this much more. */
const MINE = 6;
/** A jump on a row with the flag 1 of another player costs more by this share. */
const GENTLE = 0.5;

/** The hand and the rows, now or after some placings. */
export interface Position {
  readonly hand: readonly number[];
  readonly tops: readonly number[];
  /** The rows whose fires must still be covered in this turn. */
  readonly fires: readonly number[];
}

/** The placing of a card on a row, with its cost and the position after it. */
export interface Placing {
  readonly cost: number;
  readonly row: number;
  readonly card: number;
  readonly then: Position;
}

export class Table {
  /** By number: how many lower cards are still out, that is in hands or in the deck. */
  readonly #below: number[];
  /** By row: the strongest flag of another player. */
  readonly #wishes: number[];

  constructor({ publicView, privateView }: Observation<"the-game">) {
    this.#below = cardsBelow(publicView.history);
    const others = publicView.flags.map((flag, place) =>
      Math.floor(place / ROWS.length) === privateView.seat ? 0 : flag,
    );
    this.#wishes = ROWS.map((row) =>
      Math.max(0, ...others.filter((_, place) => place % ROWS.length === row)),
    );
  }

  /** How many cards still out are shut off; for a backwards trick, minus those won back. */
  cost(row: number, top: number, card: number): number {
    const low = Math.min(top, card);
    const high = Math.max(top, card);
    const between = (this.#below[high] ?? 0) - (this.#below[low + 1] ?? 0);
    return jump(row, top, card) < 0 ? -between : between;
  }

  /**
   * All placings. Of two rows of one direction with the same top, the second is skipped, as it
   * offers nothing else, unless another player has flagged the first.
   */
  *placings(position: Position): Generator<Placing> {
    const { tops } = position;
    for (const [row, top] of tops.entries()) {
      if (row % 2 === 1 && tops[row - 1] === top && !this.#wishes[row - 1]) continue;
      for (const card of position.hand) {
        if (!fits(row, top, card)) continue;
        const cost = this.cost(row, top, card);
        yield { cost: cost + this.#extra(row, cost), row, card, then: place(position, row, card) };
      }
    }
  }

  /** How much the flags of other players add to the cost. */
  #extra(row: number, cost: number): number {
    const wish = this.#wishes[row];
    if (wish === 2) return MINE;
    return wish === 1 && cost > 0 ? GENTLE * cost : 0;
  }
}

function place({ hand, tops, fires }: Position, row: number, card: number): Position {
  return {
    hand: hand.filter((held) => held !== card),
    tops: tops.with(row, card),
    fires: fires.filter((burning) => burning !== row),
  };
}

/** By number: how many lower cards are still out, that is in hands or in the deck. */
function cardsBelow(history: readonly number[]): number[] {
  const placed = new Set<number>();
  for (const { kind, a } of history.map(unpackEvent)) {
    if (kind === TheGameEvent.PLACE) placed.add(a);
  }
  const below = [0];
  for (let card = 0; card <= HIGHEST + 1; card++) {
    const isOut = card >= LOWEST && card <= HIGHEST && !placed.has(card);
    below.push((below[card] ?? 0) + (isOut ? 1 : 0));
  }
  return below;
}
