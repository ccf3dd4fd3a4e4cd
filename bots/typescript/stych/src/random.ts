import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** Random numbers. The same seed gives the same numbers on every machine. */
export class Random {
  readonly #generator;

  /** @param seed Any number; its lowest 64 bits count. */
  constructor(seed: bigint) {
    const low = Number(BigInt.asIntN(32, seed));
    const high = Number(BigInt.asIntN(32, seed >> 32n));
    this.#generator = xoroshiro128plusFromState([high, low, ~high, ~low]);
  }

  /**
   * A whole number from 0 to `count` - 1. Throws RangeError unless `count` is a safe integer of at
   * least 1.
   */
  below(count: number): number {
    if (!(Number.isSafeInteger(count) && count > 0)) {
      throw new RangeError(`below must be given a whole number of at least 1; received ${count}`);
    }
    return uniformInt(this.#generator, 0, count - 1);
  }

  /** A number that is at least 0 and less than 1. */
  fraction(): number {
    return uniformFloat64(this.#generator);
  }

  /** A shuffled copy. */
  shuffled<T>(items: Iterable<T>): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }
}
