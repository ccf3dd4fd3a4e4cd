/** Plays The Game by rules of thumb, which are in policy.ts. */

import { run } from "stych";
import { choose } from "./policy.js";

await run(choose, { games: ["the-game"], atOnce: 16 });
