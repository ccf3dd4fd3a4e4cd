import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { beforeEach, test, type TestContext } from "node:test";
import { Bot, type Choose, fromFunction, GameDataSchema, type Match } from "../src/index.js";
import type { Observation, Result } from "../src/index.js";
import { Player, ProtocolError } from "../src/player.js";
import { decision, observation, pairs, response, start } from "./messages.js";

let diary: unknown[] = [];

/** Takes the first legal action and writes down all that happens to it. */
class Diary extends Bot<"fox"> {
  constructor(match: Match<"fox">) {
    super(match);
    diary.push(["start", match.number, match.resumed]);
  }

  choose(_: Observation<"fox">, legal: readonly number[]): number {
    diary.push(["choose", this.match.number, legal, this.events, this.bankMs]);
    return 0;
  }

  override over(result: Result): void {
    diary.push(["over", this.match.number, result, this.events]);
  }
}

function functionPlayer(choose: Choose<"fox">): Player<"fox"> {
  return new Player(fromFunction(choose));
}

function standardError(context: TestContext): () => string {
  const mock = context.mock.method(process.stderr, "write", () => true);
  return () => mock.mock.calls.map((call) => String(call.arguments[0])).join("");
}

beforeEach(() => {
  diary = [];
});

test("all of a response in the order of its fields", async () => {
  const answers = await new Player(Diary).take(
    response({
      overs: [{ match: 1, places: [2, 1], points: [-3, 9], events: [8], faults: [{ seat: 0 }] }],
      decisions: [
        decision(12, 2, { events: [1, 2], bankLeftMs: 700 }),
        decision(11, 1, { legalActions: [7, 8] }),
      ],
      starts: [start(1), start(2)],
      openings: [{ match: 3 }],
      goodbye: {},
    }),
  );
  assert.deepEqual(pairs(answers), [
    [12n, 0],
    [11n, 0],
  ]);
  assert.deepEqual(diary, [
    ["start", 1, false],
    ["start", 2, false],
    ["choose", 2, [4, 5, 6], [1, 2], 700],
    ["choose", 1, [7, 8], [], 0],
    ["over", 1, { places: [2, 1], points: [-3, 9], faults: [0] }, [8]],
  ]);
});

for (const [name, init] of Object.entries({
  "an empty response": {},
  "a welcome": { welcome: {} },
  "a start": { starts: [start(1)] },
  "a goodbye": { goodbye: {} },
  "the end of an unknown match": { overs: [{ match: 99 }] },
  "an opening": { openings: [{ match: 99 }] },
})) {
  test(`nothing is said to ${name}`, async () => {
    assert.equal(await new Player(Diary).take(response(init)), undefined);
  });
}

test("a match that is over is forgotten", async () => {
  const player = new Player(Diary);
  await player.take(response({ starts: [start(1)], overs: [{ match: 1 }] }));
  await player.take(response({ overs: [{ match: 1 }] }));
  assert.equal(diary.length, 2);
  await assert.rejects(player.take(response({ decisions: [decision(1, 1)] })), ProtocolError);
});

test("a match that is resumed gets a new bot", async () => {
  const player = new Player(Diary);
  await player.take(response({ starts: [start(1)] }));
  await player.take(response({ starts: [start(1, { resumed: true })], overs: [{ match: 1 }] }));
  assert.deepEqual(diary.slice(0, 2), [
    ["start", 1, false],
    ["start", 1, true],
  ]);
  assert.equal(diary.length, 3);
});

test("a new welcome ends all matches of the old stream", async () => {
  const player = new Player(Diary);
  await player.take(response({ welcome: {}, starts: [start(1), start(2)] }));
  await player.take(response({ welcome: {}, starts: [start(2, { resumed: true })] }));
  await player.take(response({ overs: [{ match: 1 }, { match: 2 }] }));
  assert.deepEqual(
    diary.map((entry) => (entry as unknown[]).slice(0, 2)),
    [
      ["start", 1],
      ["start", 2],
      ["start", 2],
      ["over", 2],
    ],
  );
});

test("each match has a bot of its own", async () => {
  class Counting extends Bot<"fox"> {
    count = -1;

    choose(): Promise<number> {
      return Promise.resolve(++this.count);
    }
  }
  const player = new Player(Counting);
  await player.take(response({ starts: [start(1), start(2)] }));
  const decisions = [1, 1, 2, 1, 2].map((match, number) => decision(number, match));
  const answers = pairs(await player.take(response({ decisions })));
  assert.deepEqual(
    answers.map(([, choice]) => choice),
    [0, 1, 0, 2, 1],
  );
});

test("what a bot knows of its match", async () => {
  const known: Match[] = [];
  class Reader extends Diary {
    constructor(match: Match<"fox">) {
      super(match);
      known.push(match);
    }
  }
  const seed = 2n ** 64n - 1n;
  const clock = { decisionMs: 100, bankMs: 2000, graceMs: 30 };
  await new Player(Reader).take(
    response({ starts: [start(7, { seat: 1, botSeed: seed, clock })] }),
  );
  const { options, ...rest } = known[0] ?? assert.fail("no match began");
  assert.equal(options.$typeName === "stych.v1.FoxOptions" && options.target, 21);
  assert.deepEqual(rest, {
    number: 7,
    game: "fox",
    seat: 1,
    seats: 2,
    seed,
    decisionMs: 100,
    bankMs: 2000,
    resumed: false,
  });
});

test("a function gets the game's message, the legal actions and random numbers", async () => {
  const seen: unknown[] = [];
  const player = functionPlayer((message, legal, random) => {
    seen.push(message, legal, random.below(1));
    return legal.length - 1;
  });
  await player.take(response({ starts: [start(1)] }));
  assert.deepEqual(pairs(await player.take(response({ decisions: [decision(5, 1)] }))), [[5n, 2]]);
  assert.deepEqual(seen, [observation, [4, 5, 6], 0]);
});

for (const [name, given] of Object.entries({
  JSON: { json: '{"hand":[3,4]}' },
  "a message of its own": { type: "hearts.v1.HeartsObservation", data: Uint8Array.of(10, 1, 3) },
})) {
  test(`a game that the protocol has no message for comes as data with ${name}`, async () => {
    const told: unknown[] = [];
    class Hearts extends Bot<"hearts"> {
      choose(seen: Observation<"hearts">): number {
        told.push(JSON.parse(this.match.options.json), seen);
        return 1;
      }
    }
    const options = { case: "other", value: { json: '{"players":4}' } } as const;
    const observation = { case: "other", value: given } as const;
    const answers = await new Player(Hearts).take(
      response({
        starts: [start(1, { game: "hearts", options })],
        decisions: [decision(1, 1, { observation })],
      }),
    );
    assert.deepEqual(pairs(answers), [[1n, 1]]);
    assert.deepEqual(told, [{ players: 4 }, create(GameDataSchema, given)]);
  });
}

test("the same seed plays the same, whatever goes on beside it", async () => {
  async function choices(seed: bigint, other: bigint): Promise<unknown[]> {
    const player = functionPlayer((_, legal, random) => random.below(legal.length));
    const starts = [start(1, { botSeed: seed }), start(2, { botSeed: other })];
    await player.take(response({ starts }));
    const made = [];
    for (let number = 0; number < 40; number++) {
      const decisions = [decision(number, 1), decision(number, 2)];
      made.push(pairs(await player.take(response({ decisions })))[0]);
    }
    return made;
  }
  assert.deepEqual(await choices(5n, 1n), await choices(5n, 2n));
  assert.notDeepEqual(await choices(5n, 1n), await choices(6n, 1n));
  assert.notDeepEqual(await choices(5n, 1n), await choices(5n + (1n << 32n), 1n));
});

for (const [wrong, sent] of [
  [3, 3],
  [-1, 0xffff_ffff],
  [2 ** 40, 0xffff_ffff],
]) {
  test(`${wrong ?? ""} is no index, which is said and sent`, async (context) => {
    const player = functionPlayer(() => wrong ?? 0);
    await player.take(response({ starts: [start(1)] }));
    const said = standardError(context);
    const answers = await player.take(response({ decisions: [decision(1, 1)] }));
    context.mock.restoreAll();
    assert.deepEqual(pairs(answers), [[1n, sent]]);
    assert.equal(said(), `match 1: choose returned ${wrong}; there were 3 legal actions\n`);
  });
}

for (const wrong of [undefined, null, 1.5, NaN, "1", [1]]) {
  test(`${String(wrong)} is no answer`, async () => {
    const player = functionPlayer(() => wrong as number);
    await player.take(response({ starts: [start(1)] }));
    await assert.rejects(
      player.take(response({ decisions: [decision(1, 1)] })),
      /choose must return an index into legal; it returned/,
    );
  });
}

test("what a bot throws passes through", async () => {
  const player = functionPlayer(() => {
    throw new RangeError("no cards");
  });
  await player.take(response({ starts: [start(1)] }));
  await assert.rejects(player.take(response({ decisions: [decision(1, 1)] })), RangeError);
});

test("a match without options and a decision without a whole observation are refused", async () => {
  const player = new Player(Diary);
  const options = { case: undefined };
  await assert.rejects(player.take(response({ starts: [start(1, { options })] })), ProtocolError);
  await player.take(response({ starts: [start(1)] }));
  for (const observation of [options, { case: "fox", value: { publicView: {} } } as const]) {
    const decisions = [decision(1, 1, { observation })];
    await assert.rejects(player.take(response({ decisions })), ProtocolError);
  }
});

test("a bot's log names its match", async (context) => {
  class Talker extends Bot<"fox"> {
    choose(): number {
      this.log("%d of %s", 2, "many");
      return 0;
    }
  }
  const player = new Player(Talker);
  await player.take(response({ starts: [start(8)] }));
  const said = standardError(context);
  await player.take(response({ decisions: [decision(1, 8)] }));
  context.mock.restoreAll();
  assert.equal(said(), "match 8: 2 of many\n");
});
