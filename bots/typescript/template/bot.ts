/** The bot @NAME@. */

import { run } from "stych";
import { choose } from "./policies.js";

await run(choose, { games: ["a-game"], atOnce: 64 });
