import { fromBinary } from "@bufbuild/protobuf";
import type { Observation } from "./games.js";
import { DecisionSchema } from "./generated/stych/v1/referee_pb.js";

/** A decision, as the first two arguments of `choose`. */
export interface Position {
  readonly observation: Observation;
  readonly legal: readonly number[];
}

/**
 * Reads a position that was recorded as the bytes of a Decision. Throws for bytes that are no
 * message, and for a Decision without an observation.
 */
export function readPosition(bytes: Uint8Array): Position {
  const { observation, legalActions } = fromBinary(DecisionSchema, bytes);
  if (!observation.value) throw new TypeError("the decision has no observation");
  return { observation: observation.value as Observation, legal: legalActions };
}
