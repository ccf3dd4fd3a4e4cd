/** The policies: each game has one, in the file that is named after the game. */

import type { Choose } from "stych";
import { aGame } from "./policies/a-game.js";

/** Returns an index into `legal`, the actions that are allowed; there are at least two. */
export const choose: Choose = (observation, legal, random) => {
  switch (observation.$typeName) {
    case "stych.v1.AGameObservation":
      return aGame(observation, legal, random);
    default:
      throw new TypeError(`no policy for ${observation.$typeName}`);
  }
};
