/** A whole bot, to be started by a test; it throws when there are four legal actions. */

import { run } from "../src/index.js";

await run(
  (_, legal) => {
    console.log("printed");
    if (legal.length === 4) throw new RangeError("four are too many");
    return 1;
  },
  { games: ["fox"], atOnce: 8, neverTalks: true },
);
