import { format } from "node:util";
import type { Game, Observation, Options } from "./games.js";
import { Random } from "./random.js";

/** What a bot is told when a match starts. */
export interface Match<G extends Game = Game> {
  /** Tells the matches of one connection apart. */
  readonly number: number;
  readonly game: G;
  /** The game's options message, such as FoxOptions, or a GameData. */
  readonly options: Options<G>;
  /** The bot's seat, from 0. */
  readonly seat: number;
  /** The number of seats. */
  readonly seats: number;
  /** The seed of `Bot.random`. It tells nothing about the cards. */
  readonly seed: bigint;
  /** Milliseconds for each decision. */
  readonly decisionMs: number;
  /** Milliseconds for the whole match: time beyond `decisionMs` is taken from them. */
  readonly bankMs: number;
  /** Whether the match is under way already: this process was started anew or connected again. */
  readonly resumed: boolean;
}

/**
 * The result of a match: the places and the points by seat. Place 1 is best. In a void match, which
 * is played again, all seats have place 1 and 0 points.
 */
export interface Result {
  readonly places: readonly number[];
  readonly points: readonly number[];
  /** The seats that forfeited, if any. */
  readonly faults: readonly number[];
}

/** A bot as a function: it returns an index into `legal`. `random` is seeded from the match. */
export type Choose<G extends Game = Game> = (
  observation: Observation<G>,
  legal: readonly number[],
  random: Random,
) => number | Promise<number>;

/** The bot in one match. Only `choose` must be written. */
export abstract class Bot<G extends Game = Game> {
  readonly match: Match<G>;
  /**
   * Seeded from the match: a bot that takes all its random numbers from here plays the same match
   * in the same way again.
   */
  readonly random: Random;
  /**
   * The public events since the last decision, as numbers that `unpackEvent` reads. Set before
   * `choose` and before `over`.
   */
  events: readonly number[] = [];
  /** What is left of the match's bank, in milliseconds. Set before `choose`. */
  bankMs: number;

  constructor(match: Match<G>) {
    this.match = match;
    this.random = new Random(match.seed);
    this.bankMs = match.bankMs;
  }

  /** Returns an index into `legal`, which has at least two actions. */
  abstract choose(observation: Observation<G>, legal: readonly number[]): number | Promise<number>;

  /** Called at the match's end, unless the connection was lost before. */
  over?(result: Result): void | Promise<void>;

  /** Writes a line to standard error. `text` and `values` are the arguments of `util.format`. */
  log(text: string, ...values: unknown[]): void {
    process.stderr.write(`match ${this.match.number}: ${format(text, ...values)}\n`);
  }
}

/** A class of bots: one object is made for each match. */
export type BotClass<G extends Game = Game> = new (match: Match<G>) => Bot<G>;

/** Makes a class of bots whose `choose` calls the function. */
export function fromFunction<G extends Game>(choose: Choose<G>): BotClass<G> {
  return class extends Bot<G> {
    choose(observation: Observation<G>, legal: readonly number[]): number | Promise<number> {
      return choose(observation, legal, this.random);
    }
  };
}
