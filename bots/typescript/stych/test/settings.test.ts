import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readSettings, SettingsError } from "../src/settings.js";

const GIVEN = { STYCH_ADDRESS: "unix:/nowhere", STYCH_TOKEN: "secret" };

test("what the referee tells a bot of this machine", () => {
  const { credentials, ...rest } = readSettings({ ...GIVEN, STYCH_TLS: "", STYCH_RECONNECT: "" });
  assert.ok(!credentials._isSecure());
  assert.deepEqual(rest, {
    address: "unix:/nowhere",
    token: "secret",
    reconnectMs: 0,
    botName: "",
    botVersion: "",
  });
});

test("seconds may have a fraction", () => {
  assert.equal(readSettings({ ...GIVEN, STYCH_RECONNECT: "2.5" }).reconnectMs, 2500);
});

test("TLS without a file of authorities", () => {
  assert.ok(readSettings({ ...GIVEN, STYCH_TLS: "on" }).credentials._isSecure());
});

const missing =
  "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee," +
  " for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER";
const here = fileURLToPath(import.meta.url);
const tls = 'STYCH_TLS must be "on" or a PEM file with the authorities to trust;';
const file = "SSL_CERT_FILE must be a PEM file with the authorities to trust;";
const reconnect = "STYCH_RECONNECT must be a number of seconds, such as 60; received";
for (const [environment, sentence] of [
  [{}, missing],
  [{ STYCH_ADDRESS: "unix:/nowhere" }, missing],
  [{ STYCH_TOKEN: "secret", STYCH_ADDRESS: "" }, missing],
  [{ ...GIVEN, STYCH_TOKEN: "a\nb" }, "STYCH_TOKEN must be printable ASCII without spaces"],
  [{ ...GIVEN, STYCH_TLS: "/no.pem" }, `${tls} /no.pem cannot be read: no such file or directory`],
  [{ ...GIVEN, STYCH_TLS: here }, `${tls} there is no certificate in ${here}`],
  [
    { ...GIVEN, STYCH_TLS: "on", SSL_CERT_FILE: "/no.pem" },
    `${file} /no.pem cannot be read: no such file or directory`,
  ],
  [{ ...GIVEN, STYCH_RECONNECT: "soon" }, `${reconnect} 'soon'`],
  [{ ...GIVEN, STYCH_RECONNECT: "-1" }, `${reconnect} '-1'`],
] as const) {
  test(`an environment that is refused: ${JSON.stringify(environment)}`, () => {
    assert.throws(
      () => readSettings(environment),
      (error) => error instanceof SettingsError && error.message === sentence,
    );
  });
}
