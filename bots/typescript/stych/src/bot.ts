import { format } from "node:util";
import type { Game, Observation, Options } from "./games.js";
import { Random } from "./random.js";

/** What is known of a match at its start. */
export interface Match<G extends Game = Game> {
  /** By which the log names the match. */
  readonly number: number;
  readonly game: G;
  /** The game's options message, such as FoxOptions, or a GameData. */
  readonly options: Options<G>;
  readonly seat: number;
  readonly seats: number;
  /** From which `Bot.random` starts. */
  readonly seed: bigint;
  /** Milliseconds that each decision has for itself. */
  readonly decisionMs: number;
  /** Milliseconds for the whole match, used by what takes longer. */
  readonly bankMs: number;
  /** The match is already under way: this process was started anew or has connected again. */
  readonly resumed: boolean;
}

/** How a match ended. The lists are by seat, place 1 is best. */
export interface Result {
  readonly places: readonly number[];
  readonly points: readonly number[];
  /** The seats that forfeited. */
  readonly faults: readonly number[];
}

/** Takes an index into `legal`, with all dice from `random`. */
export type Choose<G extends Game = Game> = (
  observation: Observation<G>,
  legal: readonly number[],
  random: Random,
) => number | Promise<number>;

/** The bot in one match. Only `choose` must be written. */
export abstract class Bot<G extends Game = Game> {
  readonly match: Match<G>;
  /** Seeded from the match: a bot that takes all its dice from it plays the same match again. */
  readonly random: Random;
  /** The public events since the last decision; `unpackEvent` takes one apart. */
  events: readonly number[] = [];
  /** What is left of the match's bank, in milliseconds. */
  bankMs: number;

  constructor(match: Match<G>) {
    this.match = match;
    this.random = new Random(match.seed);
    this.bankMs = match.bankMs;
  }

  /** An index into `legal`, which holds at least two actions. */
  abstract choose(observation: Observation<G>, legal: readonly number[]): number | Promise<number>;

  /** The match is over; `events` holds the last ones. */
  over?(result: Result): void | Promise<void>;

  /** A line on standard error, which the referee keeps in a file. The text is one for `util.format`. */
  log(text: string, ...values: unknown[]): void {
    process.stderr.write(`match ${this.match.number}: ${format(text, ...values)}\n`);
  }
}

/** A class of bots: one object is made for each match. */
export type BotClass<G extends Game = Game> = new (match: Match<G>) => Bot<G>;

/** The class of bots around a function. */
export function fromFunction<G extends Game>(choose: Choose<G>): BotClass<G> {
  return class extends Bot<G> {
    choose(observation: Observation<G>, legal: readonly number[]): number | Promise<number> {
      return choose(observation, legal, this.random);
    }
  };
}
