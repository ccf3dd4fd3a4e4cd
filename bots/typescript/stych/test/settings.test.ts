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

const missing = /^STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee/;
const here = fileURLToPath(import.meta.url);
for (const [environment, words] of [
  [{}, missing],
  [{ STYCH_ADDRESS: "unix:/nowhere" }, missing],
  [{ STYCH_TOKEN: "secret", STYCH_ADDRESS: "" }, missing],
  [{ ...GIVEN, STYCH_TLS: "/no/such.pem" }, /^STYCH_TLS must name .* received \/no\/such\.pem: EN/],
  [{ ...GIVEN, STYCH_TLS: here }, /^STYCH_TLS must name a PEM file; there is no certificate in/],
  [{ ...GIVEN, STYCH_TLS: "on", SSL_CERT_FILE: "/no.pem" }, /^SSL_CERT_FILE must name/],
  [{ ...GIVEN, STYCH_RECONNECT: "soon" }, /^STYCH_RECONNECT must be .* received soon$/],
  [{ ...GIVEN, STYCH_RECONNECT: "-1" }, /^STYCH_RECONNECT must be .* received -1$/],
] as const) {
  test(`nothing to play in: ${JSON.stringify(environment)}`, () => {
    assert.throws(
      () => readSettings(environment),
      (error) => error instanceof SettingsError && words.test(error.message),
    );
  });
}
