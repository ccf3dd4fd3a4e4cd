/** Chooses any legal action, all with the same probability. Plays all games of the protocol. */

import { run } from "stych";

await run((_observation, legal, random) => random.below(legal.length), {
  games: ["fox", "the-game", "nase-hra", "korist"],
  atOnce: 64,
});
