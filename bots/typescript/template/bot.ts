/** @NAME@ plays The Fox in the Forest. */

import { Bot, type Observation, run } from "stych";

/** One object plays one match. */
class MyBot extends Bot<"fox"> {
  /** The index of a legal action; stych/src/generated/stych/v1/fox_pb.ts says what the numbers mean. */
  choose(observation: Observation<"fox">, legal: readonly number[]): number {
    const { hand } = observation.privateView;
    const { decree, trick } = observation.publicView;
    this.log("hand %o, decree %d, trick %o, legal %o", hand, decree, trick, legal);
    return this.random.below(legal.length);
  }
}

await run(MyBot, { games: ["fox"] });
