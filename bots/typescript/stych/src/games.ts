import type { FoxObservation, FoxOptions } from "./generated/stych/v1/fox_pb.js";
import type { KoristObservation, KoristOptions } from "./generated/stych/v1/korist_pb.js";
import type { NaseHraObservation, NaseHraOptions } from "./generated/stych/v1/nase_hra_pb.js";
import type { GameData } from "./generated/stych/v1/referee_pb.js";
import type { TheGameObservation, TheGameOptions } from "./generated/stych/v1/the_game_pb.js";

/** An observation as it comes from the referee: with both of its views. */
type Whole<M extends { publicView?: unknown; privateView?: unknown }> = M & {
  publicView: NonNullable<M["publicView"]>;
  privateView: NonNullable<M["privateView"]>;
};

interface Games {
  fox: { options: FoxOptions; observation: Whole<FoxObservation> };
  "the-game": { options: TheGameOptions; observation: Whole<TheGameObservation> };
  "nase-hra": { options: NaseHraOptions; observation: Whole<NaseHraObservation> };
  korist: { options: KoristOptions; observation: Whole<KoristObservation> };
}

/** The id of a game: one of those that the protocol has messages for, or of any other. */
export type Game = keyof Games | (string & {});

/** The options of a game: its message, such as FoxOptions for "fox". GameData for any other game. */
export type Options<G extends Game = Game> = G extends keyof Games ? Games[G]["options"] : GameData;

/**
 * All that a seat may know when it decides: the game's message, such as FoxObservation for "fox".
 * GameData for a game that the protocol has no message for.
 */
export type Observation<G extends Game = Game> = G extends keyof Games
  ? Games[G]["observation"]
  : GameData;
