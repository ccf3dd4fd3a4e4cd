import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  Client,
  type ClientDuplexStream,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { setTimeout as sleep } from "node:timers/promises";
import type { Game } from "./games.js";
import {
  type Goodbye,
  GoodbyeReason,
  type Hello,
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
  PlayResponseSchema,
  RefereeService,
} from "./generated/stych/v1/referee_pb.js";
import { type Player, ProtocolError } from "./player.js";
import type { Settings } from "./settings.js";

const PATH = `/${RefereeService.typeName}/${RefereeService.method.play.name}`;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const OPTIONS = {
  "grpc.max_receive_message_length": 64 << 20,
  // Proxies that the environment names are meant for web pages.
  "grpc.enable_http_proxy": 0,
  // Each attempt makes a connection of its own; a shared one would wait after a failure.
  "grpc.use_local_subchannel_pool": 1,
};

type Stream = ClientDuplexStream<PlayRequest, PlayResponse>;

/** Pings find out that a connection died without notice, so that the bot dials again. */
const KEEPALIVE = {
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 10_000,
};

/** With one of these codes the referee refuses the bot, and would refuse it again. */
const REFUSALS: readonly status[] = [
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.UNIMPLEMENTED,
  status.INVALID_ARGUMENT,
];

/** The stream could not be opened, or broke without a goodbye. */
class Lost extends Error {}

/** The referee refused the bot, and would refuse it again. */
class Refused extends Error {}

/** When to dial again after a connection failed or was lost, and when to give up. */
class Patience {
  readonly #limitMs: number;
  #lostAt: number | undefined = performance.now();
  #pause = FIRST_PAUSE_MS;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Notes that the Welcome came: the next failure begins a new limit and new pauses. */
  renew(): void {
    this.#lostAt = undefined;
    this.#pause = FIRST_PAUSE_MS;
  }

  /** Whether `pause` has not been called yet, since the start or since `renew`. */
  get fresh(): boolean {
    return this.#pause === FIRST_PAUSE_MS;
  }

  /** Notes a failure. Returns the milliseconds until the next attempt; undefined to give up. */
  pause(): number | undefined {
    this.#lostAt ??= performance.now();
    const left = this.#lostAt + this.#limitMs - performance.now();
    if (left <= 0) return undefined;
    const pause = Math.min(this.#pause, left);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS);
    return pause;
  }
}

/**
 * Plays until the referee says goodbye, refuses the bot, sends what the protocol does not allow, or
 * cannot be reached any longer. A sentence on standard error says which.
 * Returns the exit code: 0 after a goodbye because everything was played or the referee stops,
 * otherwise 3. Errors that a bot throws are passed on.
 */
export async function play<G extends Game>(
  settings: Settings,
  hello: Hello,
  player: Player<G>,
): Promise<number> {
  const patience = new Patience(settings.reconnectMs);
  for (;;) {
    try {
      return exitCode(await converse(settings, hello, player, patience));
    } catch (error) {
      if (!(error instanceof Lost)) return finalCode(error);
      const fresh = patience.fresh;
      const pause = patience.pause();
      if (pause === undefined) {
        console.error(`stych: ${error.message}`);
        return 3;
      }
      if (fresh) console.error(`stych: ${error.message}; dialling again`);
      await sleep(pause);
    }
  }
}

/** The exit code after a refusal or a ProtocolError; any other error is thrown again. */
function finalCode(error: unknown): number {
  if (!(error instanceof Refused || error instanceof ProtocolError)) throw error;
  console.error(`stych: ${error.message}`);
  return 3;
}

function exitCode({ reason, text }: Goodbye): number {
  console.error(`stych: goodbye: ${text}`);
  return reason === GoodbyeReason.FINISHED || reason === GoodbyeReason.STOPPED ? 0 : 3;
}

/**
 * One stream from hello to goodbye. Throws Lost or Refused when it ends otherwise. Errors of the
 * player are passed on.
 */
async function converse<G extends Game>(
  { address, credentials, token, reconnectMs }: Settings,
  hello: Hello,
  player: Player<G>,
  patience: Patience,
): Promise<Goodbye> {
  const options = reconnectMs > 0 ? { ...OPTIONS, ...KEEPALIVE } : OPTIONS;
  const client = new Client(address, credentials, options);
  try {
    const stream = open(client, token);
    stream.write(create(PlayRequestSchema, { message: { case: "hello", value: hello } }));
    for await (const response of responses(stream)) {
      if (response.welcome) patience.renew();
      const answers = await player.take(response);
      if (answers) {
        stream.write(create(PlayRequestSchema, { message: { case: "answers", value: answers } }));
      }
      if (response.goodbye) return response.goodbye;
    }
    throw new Lost("the connection failed: the stream ended without a goodbye");
  } finally {
    client.close();
  }
}

function open(client: Client, token: string): Stream {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const stream = client.makeBidiStreamRequest<PlayRequest, PlayResponse>(
    PATH,
    (request) => Buffer.from(toBinary(PlayRequestSchema, request)),
    (bytes) => fromBinary(PlayResponseSchema, bytes),
    metadata,
  );
  // Reading the stream throws its errors. One that comes when nothing reads any more must not end
  // the process.
  return stream.on("error", () => undefined);
}

async function* responses(stream: Stream): AsyncGenerator<PlayResponse> {
  try {
    yield* stream as AsyncIterable<PlayResponse>;
  } catch (error) {
    throw toTrouble(error as Error & Partial<ServiceError>);
  }
}

function toTrouble({ code, details, message }: Error & Partial<ServiceError>): Lost | Refused {
  const text = (details ?? message).trim();
  const name = status[code ?? status.UNKNOWN];
  const words = text ? `${text} (${name})` : name;
  return code !== undefined && REFUSALS.includes(code)
    ? new Refused(`the referee refused the bot: ${words}`)
    : new Lost(`the connection failed: ${words}`);
}
