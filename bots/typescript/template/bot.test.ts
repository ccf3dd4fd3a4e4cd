/** Tests that the policies choose the expected actions in positions/: npm test. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Random, readPosition } from "stych";
import { choose } from "./policies.js";

const POSITIONS = new URL("../positions/", import.meta.url);
const names = existsSync(POSITIONS) ? readdirSync(POSITIONS) : [];

for (const name of names.filter((each) => each.endsWith(".bin"))) {
  void test(`${name}: the expected action is chosen`, async () => {
    const { observation, legal } = readPosition(readFileSync(new URL(name, POSITIONS)));
    const choice = await choose(observation, legal, new Random(1n));
    const expected = readFileSync(new URL(name.replace(".bin", ".txt"), POSITIONS), "utf8");
    assert.equal(legal[choice], Number(expected));
  });
}
