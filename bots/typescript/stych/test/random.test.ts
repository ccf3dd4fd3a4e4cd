import assert from "node:assert/strict";
import { test } from "node:test";
import { Random, unpackEvent } from "../src/index.js";

/** Sixty numbers from 0 to `limit` - 1. */
function numbers(random: Random, limit: number): number[] {
  return Array.from({ length: 60 }, () => random.below(limit));
}

test("the same seed gives the same numbers", () => {
  assert.deepEqual(numbers(new Random(7n), 100), numbers(new Random(7n), 100));
});

test("a seed gives these numbers on every machine and in every version", () => {
  const random = new Random(2n ** 64n - 1n);
  const five = Array.from({ length: 5 }, () => random.below(1000));
  assert.deepEqual(five, [647, 111, 432, 982, 575]);
});

test("all 64 bits of a seed count", () => {
  for (let bit = 0n; bit < 64n; bit++) {
    assert.notDeepEqual(numbers(new Random(1n << bit), 100), numbers(new Random(0n), 100));
  }
});

test("below gives all numbers from 0 to count - 1", () => {
  assert.deepEqual([...new Set(numbers(new Random(1n), 3))].sort(), [0, 1, 2]);
  assert.deepEqual(new Set(numbers(new Random(1n), 1)), new Set([0]));
});

for (const count of [0, -1, 1.5, NaN, Infinity]) {
  test(`below refuses ${count}`, () => {
    assert.throws(() => new Random(1n).below(count), RangeError);
  });
}

test("fractions lie between 0 and 1", () => {
  const random = new Random(3n);
  const fractions = Array.from({ length: 1000 }, () => random.fraction());
  assert.ok(fractions.every((each) => each >= 0 && each < 1));
  const mean = fractions.reduce((sum, each) => sum + each, 0) / fractions.length;
  assert.ok(Math.abs(mean - 0.5) < 0.05);
});

test("shuffled is a copy with the same items in every order", () => {
  const random = new Random(3n);
  const items = [1, 2, 3];
  const orders = new Set(Array.from({ length: 100 }, () => random.shuffled(items).join("")));
  assert.deepEqual([...orders].sort(), ["123", "132", "213", "231", "312", "321"]);
  assert.deepEqual(items, [1, 2, 3]);
});

test("an event is taken apart", () => {
  const event = { kind: 30, seat: 5, a: 200, b: 3, c: 255 };
  const { kind, seat, a, b, c } = event;
  assert.deepEqual(
    unpackEvent((kind | (seat << 5) | (a << 8) | (b << 16) | (c << 24)) >>> 0),
    event,
  );
});
