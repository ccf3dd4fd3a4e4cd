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
  // The referee of a local bot is on this machine: no proxy stands between them.
  "grpc.enable_http_proxy": 0,
  // Each attempt is its own, without waiting for what an earlier one came to.
  "grpc.use_local_subchannel_pool": 1,
};

type Stream = ClientDuplexStream<PlayRequest, PlayResponse>;

/** A connection that died without a word is noticed, so that another one is dialled. */
const KEEPALIVE = {
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 10_000,
};

/** With these codes dialling again would change nothing. */
const REFUSALS: readonly status[] = [
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.UNIMPLEMENTED,
  status.INVALID_ARGUMENT,
];

/** There is no stream, or none any more, without a goodbye. */
class Lost extends Error {}

/** The referee does not want this bot. */
class Refused extends Error {}

/** How long to go on dialling, from the start and whenever the connection is lost. */
class Patience {
  readonly #limitMs: number;
  #lostAt: number | undefined = performance.now();
  #pause = FIRST_PAUSE_MS;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** The referee has answered. */
  renew(): void {
    this.#lostAt = undefined;
    this.#pause = FIRST_PAUSE_MS;
  }

  /** Nothing has failed yet, since the start or since the referee has answered. */
  get fresh(): boolean {
    return this.#pause === FIRST_PAUSE_MS;
  }

  /** How long to wait before dialling again; undefined when the time is over. */
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
 * Plays until the referee says goodbye, or cannot be reached any longer.
 * The result is the exit code: 0 after a peaceful goodbye, otherwise 3, after a sentence on standard
 * error. What a bot throws passes through.
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
      if (!(error instanceof Lost)) return refused(error);
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

function refused(error: unknown): number {
  if (!(error instanceof Refused || error instanceof ProtocolError)) throw error;
  console.error(`stych: ${error.message}`);
  return 3;
}

function exitCode({ reason, text }: Goodbye): number {
  console.error(`stych: goodbye: ${text}`);
  return reason === GoodbyeReason.FINISHED || reason === GoodbyeReason.STOPPED ? 0 : 3;
}

/** One stream from hello to goodbye. Throws Lost or Refused when it ends otherwise. */
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
  // Who reads the stream hears of its errors; one that comes after that must not end the process.
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
