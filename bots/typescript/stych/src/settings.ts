import { ChannelCredentials } from "@grpc/grpc-js";
import { existsSync, readFileSync } from "node:fs";
import { getSystemErrorMap } from "node:util";

/** Where different systems have the file of the authorities that they trust. */
const SYSTEM_AUTHORITIES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

const FILE = "a PEM file with the authorities to trust";

/** The values of the environment variables that say where and how the bot connects. */
export interface Settings {
  /** A gRPC target. */
  readonly address: string;
  readonly token: string;
  readonly credentials: ChannelCredentials;
  /** For how many milliseconds the bot dials again after a failed or lost connection; 0: never. */
  readonly reconnectMs: number;
  readonly botName: string;
  readonly botVersion: string;
}

/** A variable of the environment is missing or wrong; the message is a sentence that says which. */
export class SettingsError extends Error {}

/** Reads the variables of the environment. Throws SettingsError. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { STYCH_ADDRESS: address, STYCH_TOKEN: token } = environment;
  if (!address || !token) {
    throw new SettingsError(
      "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee," +
        " for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER",
    );
  }
  if (!/^[!-~]+$/.test(token)) {
    throw new SettingsError("STYCH_TOKEN must be printable ASCII without spaces");
  }
  return {
    address,
    token,
    credentials: credentials(environment),
    reconnectMs: 1000 * seconds(environment.STYCH_RECONNECT),
    botName: environment.STYCH_BOT_NAME ?? "",
    botVersion: environment.STYCH_BOT_VERSION ?? "",
  };
}

function credentials({ STYCH_TLS: tls, SSL_CERT_FILE: file }: NodeJS.ProcessEnv) {
  if (!tls) return ChannelCredentials.createInsecure();
  if (tls !== "on")
    return ChannelCredentials.createSsl(readAuthorities(`STYCH_TLS must be "on" or ${FILE}`, tls));
  if (file)
    return ChannelCredentials.createSsl(readAuthorities(`SSL_CERT_FILE must be ${FILE}`, file));
  const known = SYSTEM_AUTHORITIES.find((path) => existsSync(path));
  // Without such a file, the authorities are those that Node brings along.
  return ChannelCredentials.createSsl(known ? readFileSync(known) : null);
}

function readAuthorities(wanted: string, path: string): Buffer {
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    throw new SettingsError(`${wanted}; ${path} cannot be read: ${reason(error)}`);
  }
  if (!pem.includes("-----BEGIN CERTIFICATE-----")) {
    throw new SettingsError(`${wanted}; there is no certificate in ${path}`);
  }
  return pem;
}

/** The system's message for an error with a file, without the name of the call and the path. */
function reason(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return errno === undefined ? message : (getSystemErrorMap().get(errno)?.[1] ?? message);
}

function seconds(text: string | undefined): number {
  const value = text ? Number(text) : 0;
  if (!(value >= 0 && value < Infinity)) {
    throw new SettingsError(
      `STYCH_RECONNECT must be a number of seconds, such as 60; received '${text}'`,
    );
  }
  return value;
}
