import { create } from "@bufbuild/protobuf";
import { Bot, type BotClass, type Choose, fromFunction } from "./bot.js";
import { play } from "./connection.js";
import type { Game } from "./games.js";
import { HelloSchema } from "./generated/stych/v1/referee_pb.js";
import { Player } from "./player.js";
import { readSettings, type Settings, SettingsError } from "./settings.js";

const PROTOCOL_VERSION = 1;
const SDK = "stych-typescript 0.1.0";

/** What a bot tells the referee about itself. */
export interface About<G extends Game> {
  /** The ids of the games that the bot plays, as in bot.toml. */
  readonly games: readonly G[];
  /** The most decisions in one batch: 1, the default, for bots that think; 64 for quick ones. */
  readonly atOnce?: number;
  /** In The Game, do not ask how gladly the bot would start, nor for flags. */
  readonly neverTalks?: boolean;
}

/**
 * Plays until the referee says goodbye, then ends the process.
 *
 * `bot` is a class that extends Bot, or a function (observation, legal, random) that returns an
 * index.
 * Exit codes: 0 after a goodbye because everything was played or the referee stops; 1 when the bot
 * threw an error; 2 when a variable of the environment is missing or wrong; 3 after any other
 * goodbye, when the referee refused the bot or sent what the protocol does not allow, or when the
 * connection was lost for good.
 */
export async function run<G extends Game>(
  bot: BotClass<G> | Choose<G>,
  about: About<G>,
): Promise<never> {
  const code = await playAsTold(isClass(bot) ? bot : fromFunction(bot), about);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

async function playAsTold<G extends Game>(kind: BotClass<G>, about: About<G>): Promise<number> {
  try {
    const settings = readSettings(process.env);
    return await play(settings, hello(settings, about), new Player(kind));
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    return error instanceof SettingsError ? 2 : 1;
  }
}

function hello<G extends Game>({ botName, botVersion }: Settings, about: About<G>) {
  return create(HelloSchema, {
    protocolVersion: PROTOCOL_VERSION,
    botName,
    botVersion,
    sdk: SDK,
    games: [...about.games],
    decisionsAtOnce: about.atOnce ?? 1,
    neverTalks: about.neverTalks ?? false,
  });
}

function isClass<G extends Game>(bot: BotClass<G> | Choose<G>): bot is BotClass<G> {
  return bot.prototype instanceof Bot;
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => {
      resolve();
    });
  });
}
