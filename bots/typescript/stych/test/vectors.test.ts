/** The test vectors that all SDKs share; a copy of the SDK elsewhere has none. */

import {
  create,
  createRegistry,
  type DescMessage,
  equals,
  fromBinary,
  fromJsonString,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fromFunction } from "../src/index.js";
import {
  file_stych_v1_referee,
  PlayRequestSchema,
  PlayResponseSchema,
} from "../src/generated/stych/v1/referee_pb.js";
import { Player } from "../src/player.js";

interface Vector {
  name: string;
  message: string;
  legal?: number[];
  answers?: string;
}

// From the folder build/test, in which the compiled file runs.
const FOLDER = new URL("../../../../../proto/vectors/", import.meta.url);
const skip = !existsSync(fileURLToPath(FOLDER)) && "there are no vectors beside this copy";
const registry = createRegistry(file_stych_v1_referee);

function read(file: string): Buffer {
  return readFileSync(new URL(file, FOLDER));
}

function schemaOf(name: string): DescMessage {
  return registry.getMessage(name) ?? assert.fail(`there is no message ${name}`);
}

test("every vector", { skip }, async (context) => {
  const vectors = JSON.parse(read("index.json").toString()) as Vector[];
  assert.ok(vectors.some((vector) => vector.legal));
  for (const vector of vectors) await context.test(vector.name, () => check(vector));
});

async function check({ name, message, legal, answers }: Vector): Promise<void> {
  const schema = schemaOf(message);
  const bytes = read(`${name}.bin`);
  const decoded = fromBinary(schema, bytes);
  assert.deepEqual(Buffer.from(toBinary(schema, decoded)), bytes);

  const fromText = fromJsonString(schema, read(`${name}.json`).toString());
  assert.ok(equals(schema, fromText, decoded));
  assert.deepEqual(Buffer.from(toBinary(schema, fromText)), bytes);
  const again = fromJsonString(schema, toJsonString(schema, decoded));
  assert.deepEqual(Buffer.from(toBinary(schema, again)), bytes);

  if (legal && answers) await checkAnswers(bytes, legal, read(`${answers}.bin`));
}

/** A bot that takes the last legal action answers as the vector says. */
async function checkAnswers(bytes: Buffer, legal: number[], expected: Buffer): Promise<void> {
  const counts: number[] = [];
  const player = new Player(
    fromFunction((_, actions) => {
      counts.push(actions.length);
      return actions.length - 1;
    }),
  );
  const value = (await player.take(fromBinary(PlayResponseSchema, bytes))) ?? assert.fail("silent");
  assert.deepEqual(counts, legal);
  const request = create(PlayRequestSchema, { message: { case: "answers", value } });
  assert.deepEqual(Buffer.from(toBinary(PlayRequestSchema, request)), expected);
}
