/** Plays The Game by rules of thumb; policy.ts has them. */

import { run } from "stych";
import { choose } from "./policy.js";

await run(choose, { games: ["the-game"], atOnce: 16 });
