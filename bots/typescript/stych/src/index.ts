/**
 * The TypeScript SDK: a bot is one small class or function.
 *
 *     import { run } from "stych";
 *
 *     await run((observation, legal, random) => random.below(legal.length), { games: ["fox"] });
 *
 * Environment variables tell the program where to connect; a referee that starts it sets them.
 */

export { Bot, type BotClass, type Choose, fromFunction, type Match, type Result } from "./bot.js";
export { type Event, unpackEvent } from "./events.js";
export type { Game, Observation, Options } from "./games.js";
export * from "./generated/stych/v1/fox_pb.js";
export * from "./generated/stych/v1/korist_pb.js";
export * from "./generated/stych/v1/nase_hra_pb.js";
export { type GameData, GameDataSchema } from "./generated/stych/v1/referee_pb.js";
export * from "./generated/stych/v1/the_game_pb.js";
export { type Position, readPosition } from "./position.js";
export { Random } from "./random.js";
export { type About, run } from "./run.js";
