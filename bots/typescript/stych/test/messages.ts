/** Messages as the referee sends them. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { FoxObservationSchema } from "../src/generated/stych/v1/fox_pb.js";
import {
  type Answers,
  type DecisionSchema,
  type MatchStartSchema,
  PlayResponseSchema,
} from "../src/generated/stych/v1/referee_pb.js";

type Start = MessageInitShape<typeof MatchStartSchema>;
type Decision = MessageInitShape<typeof DecisionSchema>;

export const observation = create(FoxObservationSchema, {
  publicView: { target: 21 },
  privateView: { hand: [3, 4] },
});

/** A match of the fox begins. */
export function start(match: number, more: Start = {}): Start {
  return { match, game: "fox", seats: 2, options: { case: "fox", value: { target: 21 } }, ...more };
}

/** A decision of the fox with three legal actions. */
export function decision(number: number, match: number, more: Decision = {}): Decision {
  return {
    decision: BigInt(number),
    match,
    legalActions: [4, 5, 6],
    observation: { case: "fox", value: observation },
    ...more,
  };
}

export function response(init: MessageInitShape<typeof PlayResponseSchema>) {
  return create(PlayResponseSchema, init);
}

/** Decisions and choices. */
export function pairs(answers: Answers | undefined): [bigint, number][] {
  return answers?.answers.map(({ decision, choice }) => [decision, choice]) ?? [];
}
