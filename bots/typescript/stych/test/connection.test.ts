/** A bot as a process of its own, against a referee of the tests. */

import { ServerCredentials, status } from "@grpc/grpc-js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { generate } from "selfsigned";
import { GoodbyeReason } from "../src/generated/stych/v1/referee_pb.js";
import { decision, pairs, start } from "./messages.js";
import { listen, type Visit } from "./referee.js";

const BOT = fileURLToPath(new URL("bot.js", import.meta.url));
const FINISHED = { reason: GoodbyeReason.FINISHED, text: "there is nothing more to play" };

const GOODBYE = "stych: goodbye: there is nothing more to play\n";
const ENDED = "stych: the connection failed: the stream ended without a goodbye";
const FELL = "stych: the connection failed: the referee fell over (UNAVAILABLE)";

interface Done {
  code: number | string | null | undefined;
  out: string;
  err: string;
}

/** The bot, run to its end; `onStderr` is called once, when it first writes to standard error. */
function runBot(environment: Record<string, string>, onStderr?: () => void): Promise<Done> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(STYCH|SSL)_/.test(name));
  const env = { ...Object.fromEntries(kept), ...environment };
  return new Promise((resolve) => {
    const bot = execFile(process.execPath, [BOT], { env, timeout: 60_000 }, (error, out, err) => {
      resolve({ code: error ? error.code : 0, out, err });
    });
    if (onStderr) bot.stderr?.once("data", onStderr);
  });
}

function playAt(address: string, more: Record<string, string> = {}): Promise<Done> {
  return runBot({ STYCH_ADDRESS: address, STYCH_TOKEN: "secret", ...more });
}

function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "stych-test-"));
  context.after(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Sends a Welcome, then two decisions in one batch; the answers must come in one message. */
async function ask(visit: Visit): Promise<void> {
  visit.send({ welcome: {} });
  visit.send({ starts: [start(1), start(2)], decisions: [decision(1, 1), decision(2, 2)] });
  const request = await visit.request();
  assert.ok(request.case === "answers");
  assert.deepEqual(pairs(request.value), [
    [1n, 1],
    [2n, 1],
  ]);
}

test("two matches over a unix socket, from hello to goodbye", async (context) => {
  let hello: unknown;
  const target = `unix:${temporaryFolder(context)}/referee.sock`;
  await listen(
    context,
    async (visit) => {
      const { $typeName, ...fields } = visit.hello;
      hello = [$typeName, fields, visit.metadata.get("authorization")];
      await ask(visit);
      visit.send({ overs: [{ match: 1 }, { match: 2 }], goodbye: FINISHED });
    },
    target,
  );
  const done = await playAt(target, { STYCH_BOT_NAME: "fox", STYCH_BOT_VERSION: "1.2" });
  assert.deepEqual(done, { code: 0, out: "printed\nprinted\n", err: GOODBYE });
  const said = {
    protocolVersion: 1,
    botName: "fox",
    botVersion: "1.2",
    sdk: "stych-typescript 0.1.0",
    games: ["fox"],
    decisionsAtOnce: 8,
    neverTalks: true,
  };
  assert.deepEqual(hello, ["stych.v1.Hello", said, ["Bearer secret"]]);
});

for (const [reason, code] of [
  [GoodbyeReason.STOPPED, 0],
  [GoodbyeReason.INCOMPATIBLE, 3],
] as const) {
  test(`after goodbye ${GoodbyeReason[reason]} the exit code is ${code}`, async (context) => {
    const address = await listen(context, (visit) => {
      visit.send({ goodbye: { reason, text: "no such game" } });
    });
    const done = await playAt(address, { STYCH_RECONNECT: "60" });
    assert.deepEqual(done, { code, out: "", err: "stych: goodbye: no such game\n" });
  });
}

test("what the bot throws is shown with its trace", async (context) => {
  const address = await listen(context, (visit) => {
    visit.send({ welcome: {}, starts: [start(1)] });
    visit.send({ decisions: [decision(1, 1, { legalActions: [1, 2, 3, 4] })] });
  });
  const done = await playAt(address, { STYCH_RECONNECT: "60" });
  assert.equal(done.code, 1);
  assert.match(done.err, /^RangeError: four are too many\n +at .*bot\.js:/);
});

test("nobody listens", async (context) => {
  const done = await playAt(`unix:${temporaryFolder(context)}/nobody`);
  assert.equal(done.code, 3);
  assert.match(done.err, /^stych: the connection failed: .*ENOENT.* \(UNAVAILABLE\)\n$/);
});

test("a bot may be started before its referee", async (context) => {
  const target = `unix:${temporaryFolder(context)}/referee.sock`;
  const given = { STYCH_ADDRESS: target, STYCH_TOKEN: "secret", STYCH_RECONNECT: "60" };
  const done = await runBot(given, () => {
    void listen(
      context,
      (visit, number) => {
        if (number === 0) visit.fail();
        else visit.send({ goodbye: FINISHED });
      },
      target,
    );
  });
  assert.equal(done.code, 0);
  assert.match(done.err, /^stych: the connection failed: .*ENOENT.*; dialling again\n/);
  assert.equal(done.err.slice(done.err.indexOf("\n") + 1), GOODBYE);
});

for (const code of [
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "UNIMPLEMENTED",
  "INVALID_ARGUMENT",
] as const) {
  for (const welcomes of [0, 1]) {
    test(`${code} after ${welcomes} welcomes is final`, async (context) => {
      let visits = 0;
      const address = await listen(context, (visit, number) => {
        visits += 1;
        if (number < welcomes) {
          visit.send({ welcome: {} });
          visit.end();
        } else visit.fail(status[code], "not you");
      });
      const done = await playAt(address, { STYCH_RECONNECT: "60" });
      assert.equal(done.code, 3);
      const again = `${ENDED}; dialling again\n`.repeat(welcomes);
      assert.equal(done.err, `${again}stych: the referee refused the bot: not you (${code})\n`);
      assert.equal(visits, welcomes + 1);
    });
  }
}

for (const [how, words] of [
  ["end", ENDED],
  ["fail", FELL],
] as const) {
  test(`a stream that is broken by ${how}`, async (context) => {
    let visits = 0;
    const address = await listen(context, async (visit) => {
      visits += 1;
      await ask(visit);
      visit[how]();
    });
    const done = await playAt(address);
    assert.deepEqual([done.code, done.err], [3, `${words}\n`]);
    assert.equal(visits, 1);
  });

  test(`${how} while the bot thinks`, async (context) => {
    const address = await listen(context, (visit) => {
      visit.send({ starts: [start(1)], decisions: [decision(1, 1)] });
      visit[how]();
    });
    const done = await playAt(address);
    assert.deepEqual([done.code, done.err], [3, `${words}\n`]);
  });

  test(`after ${how} it dials again, as often as it is welcomed`, async (context) => {
    const tokens: unknown[] = [];
    const address = await listen(context, async (visit, number) => {
      tokens.push(...visit.metadata.get("authorization"));
      await ask(visit);
      if (number < 3) visit[how]();
      else visit.send({ goodbye: FINISHED });
    });
    const done = await playAt(address, { STYCH_RECONNECT: "60" });
    const again = `${words}; dialling again\n`.repeat(3);
    assert.deepEqual([done.code, done.err], [0, again + GOODBYE]);
    assert.deepEqual(tokens, Array(4).fill("Bearer secret"));
  });
}

test("it goes on dialling when that fails in between", async (context) => {
  const address = await listen(context, async (visit, number) => {
    if (number > 0 && number < 4) visit.fail();
    else await ask(visit);
    if (number === 4) visit.send({ goodbye: FINISHED });
    visit.end();
  });
  const done = await playAt(address, { STYCH_RECONNECT: "60" });
  assert.deepEqual([done.code, done.err], [0, `${ENDED}; dialling again\n${GOODBYE}`]);
});

for (const welcomed of [true, false]) {
  test(`it gives up when the time is over, welcomed before: ${welcomed}`, async (context) => {
    let visits = 0;
    const address = await listen(context, (visit) => {
      if (visits++ === 0 && welcomed) visit.send({ welcome: {} });
      visit.fail();
    });
    const done = await playAt(address, { STYCH_RECONNECT: "0.5" });
    assert.equal(done.code, 3);
    const again = `${FELL}; dialling again\n`.repeat(visits > 1 ? 1 : 0);
    assert.equal(done.err, `${again}${FELL}\n`);
    assert.ok(visits >= (welcomed ? 2 : 1));
  });
}

test("a list of five million events, past a proxy that is not there", async (context) => {
  const address = await listen(context, async (visit) => {
    await ask(visit);
    visit.send({ decisions: [decision(3, 1, { events: Array<number>(5_000_000).fill(1) })] });
    assert.equal((await visit.request()).case, "answers");
    visit.send({ goodbye: FINISHED });
  });
  const proxy = { http_proxy: "http://127.0.0.1:1", grpc_proxy: "http://127.0.0.1:1" };
  const done = await playAt(address, proxy);
  assert.deepEqual([done.code, done.err], [0, GOODBYE]);
});

test("TLS with authorities from STYCH_TLS or SSL_CERT_FILE, else refused", async (context) => {
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  const pair = { private_key: Buffer.from(made.private), cert_chain: Buffer.from(made.cert) };
  const address = await listen(
    context,
    (visit) => {
      visit.send({ goodbye: FINISHED });
    },
    "localhost:0",
    ServerCredentials.createSsl(null, [pair]),
  );
  const file = join(temporaryFolder(context), "authorities.pem");
  writeFileSync(file, made.cert);
  assert.equal((await playAt(address, { STYCH_TLS: file })).code, 0);
  assert.equal((await playAt(address, { STYCH_TLS: "on", SSL_CERT_FILE: file })).code, 0);
  const distrusting = await playAt(address, { STYCH_TLS: "on" });
  assert.equal(distrusting.code, 3);
  assert.match(distrusting.err, /^stych: the connection failed: .*certificate.*\n$/);
  assert.equal((await playAt(address)).code, 3);
});
