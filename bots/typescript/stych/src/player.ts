import { create } from "@bufbuild/protobuf";
import { inspect } from "node:util";
import type { Bot, BotClass, Match, Result } from "./bot.js";
import type { Game, Observation, Options } from "./games.js";
import {
  type Answer,
  type Answers,
  AnswersSchema,
  AnswerSchema,
  type Decision,
  type MatchOver,
  type MatchStart,
  type PlayResponse,
} from "./generated/stych/v1/referee_pb.js";

const LARGEST_CHOICE = 0xffff_ffff;

/** The referee sent a message that the protocol does not allow. */
export class ProtocolError extends Error {}

/** The bots of all matches: takes messages, returns answers, uses no network. */
export class Player<G extends Game> {
  readonly #kind: BotClass<G>;
  readonly #bots = new Map<number, Bot<G>>();

  constructor(kind: BotClass<G>) {
    this.#kind = kind;
  }

  /**
   * The answers to the decisions in the response, if it has any.
   * Throws ProtocolError for a decision in a match that is not under way, and when options or an
   * observation are missing; TypeError when a choice is no whole number. Errors that a bot throws
   * are passed on.
   */
  async take(response: PlayResponse): Promise<Answers | undefined> {
    // The stream before was lost, and the referee starts its matches again on this one.
    if (response.welcome) this.#bots.clear();
    for (const start of response.starts) {
      this.#bots.set(start.match, new this.#kind(toMatch<G>(start)));
    }
    const answers: Answer[] = [];
    for (const decision of response.decisions) answers.push(await this.#answer(decision));
    for (const over of response.overs) await this.#over(over);
    return answers.length > 0 ? create(AnswersSchema, { answers }) : undefined;
  }

  async #answer({ decision, match, legalActions, ...rest }: Decision): Promise<Answer> {
    const bot = this.#bots.get(match);
    if (!bot) {
      throw new ProtocolError(`decision ${decision} is for match ${match}, which is not under way`);
    }
    const observation = rest.observation.value;
    if (!isWhole(observation)) {
      throw new ProtocolError(`decision ${decision} comes without a whole observation`);
    }
    bot.events = rest.events;
    bot.bankMs = rest.bankLeftMs;
    const choice = await bot.choose(observation as Observation<G>, legalActions);
    return create(AnswerSchema, { decision, choice: toWire(match, choice, legalActions.length) });
  }

  async #over(over: MatchOver): Promise<void> {
    const bot = this.#bots.get(over.match);
    if (!bot) return;
    this.#bots.delete(over.match);
    bot.events = over.events;
    await bot.over?.(toResult(over));
  }
}

/** Whether the observation is a GameData, or has both of its views. */
function isWhole(observation: Decision["observation"]["value"]): boolean {
  if (observation?.$typeName === "stych.v1.GameData") return true;
  return observation?.publicView !== undefined && observation.privateView !== undefined;
}

function toMatch<G extends Game>(start: MatchStart): Match<G> {
  const options = start.options.value;
  if (!options) throw new ProtocolError(`match ${start.match} begins without options`);
  return {
    number: start.match,
    game: start.game as G,
    options: options as Options<G>,
    seat: start.seat,
    seats: start.seats,
    seed: start.botSeed,
    decisionMs: start.clock?.decisionMs ?? 0,
    bankMs: start.clock?.bankMs ?? 0,
    resumed: start.resumed,
  };
}

function toResult({ places, points, faults }: MatchOver): Result {
  return { places, points, faults: faults.map((fault) => fault.seat) };
}

/**
 * The number to send for a choice. A wrong index is sent as well, as the referee judges it. In
 * place of one that does not fit into the message, the largest number that fits is sent.
 */
function toWire(match: number, choice: unknown, count: number): number {
  if (!Number.isInteger(choice)) {
    throw new TypeError(`choose must return an index into legal; it returned ${inspect(choice)}`);
  }
  const index = choice as number;
  if (index >= 0 && index < count) return index;
  console.error(`match ${match}: choose returned ${index}; there were ${count} legal actions`);
  return index < 0 ? LARGEST_CHOICE : Math.min(index, LARGEST_CHOICE);
}
