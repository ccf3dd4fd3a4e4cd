import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Client, type ClientDuplexStream, Metadata, type ServiceError } from "@grpc/grpc-js";
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

/** The stream ended without a goodbye, or there was none. */
class Lost extends Error {}

/** How long to go on dialling when the stream is lost. */
class Patience {
  readonly #limitMs: number;
  #welcomed = false;
  #lostAt: number | undefined;
  #pause = FIRST_PAUSE_MS;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** The referee has answered. */
  renew(): void {
    this.#welcomed = true;
    this.#lostAt = undefined;
    this.#pause = FIRST_PAUSE_MS;
  }

  /** Waits until it is time to dial again; false at once when it is not worth it. */
  async wait(): Promise<boolean> {
    this.#lostAt ??= performance.now();
    const left = this.#lostAt + this.#limitMs - performance.now();
    if (!this.#welcomed || left <= 0) return false;
    await sleep(Math.min(this.#pause, left));
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS);
    return true;
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
      return farewell(await converse(settings, hello, player, patience));
    } catch (error) {
      if (!(error instanceof Lost || error instanceof ProtocolError)) throw error;
      if (error instanceof Lost && (await patience.wait())) continue;
      console.error(`stych: ${error.message}`);
      return 3;
    }
  }
}

function farewell({ reason, text }: Goodbye): number {
  if (reason === GoodbyeReason.FINISHED || reason === GoodbyeReason.STOPPED) return 0;
  console.error(`stych: the referee said goodbye: ${text}`);
  return 3;
}

/** One stream from hello to goodbye. Throws Lost when it ends otherwise. */
async function converse<G extends Game>(
  { address, credentials, token }: Settings,
  hello: Hello,
  player: Player<G>,
  patience: Patience,
): Promise<Goodbye> {
  const client = new Client(address, credentials, OPTIONS);
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
    throw new Lost("the referee ended the stream without a goodbye");
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
    throw new Lost(`the connection failed: ${(error as ServiceError).message.trim()}`);
  }
}
