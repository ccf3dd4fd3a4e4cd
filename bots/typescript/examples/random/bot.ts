/** Chooses any legal action. Plays every game. */

import { run } from "stych";

await run((_observation, legal, random) => random.below(legal.length), {
  games: ["fox", "the-game", "nase-hra", "korist"],
  atOnce: 64,
});
