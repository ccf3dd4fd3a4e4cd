/** A referee for tests: it listens, takes the hello of each stream, and then follows a script. */

import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  status,
} from "@grpc/grpc-js";
import assert from "node:assert/strict";
import {
  type Hello,
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
  PlayResponseSchema,
} from "../src/generated/stych/v1/referee_pb.js";

const SERVICE = {
  play: {
    path: "/stych.v1.RefereeService/Play",
    requestStream: true,
    responseStream: true,
    requestSerialize: (request: PlayRequest) => Buffer.from(toBinary(PlayRequestSchema, request)),
    requestDeserialize: (bytes: Buffer) => fromBinary(PlayRequestSchema, bytes),
    responseSerialize: (response: PlayResponse) =>
      Buffer.from(toBinary(PlayResponseSchema, response)),
    responseDeserialize: (bytes: Buffer) => fromBinary(PlayResponseSchema, bytes),
  },
} as const;

/** One stream, as the referee sees it. */
export class Visit {
  readonly hello: Hello;
  readonly metadata: Metadata;
  readonly #stream: ServerDuplexStream<PlayRequest, PlayResponse>;
  readonly #requests: AsyncIterator<PlayRequest>;

  constructor(
    hello: Hello,
    stream: ServerDuplexStream<PlayRequest, PlayResponse>,
    requests: AsyncIterator<PlayRequest>,
  ) {
    this.hello = hello;
    this.metadata = stream.metadata;
    this.#stream = stream;
    this.#requests = requests;
  }

  send(init: MessageInitShape<typeof PlayResponseSchema>): void {
    this.#stream.write(create(PlayResponseSchema, init));
  }

  /** The bot's next request. */
  async request(): Promise<PlayRequest["message"]> {
    const next = await this.#requests.next();
    return next.done ? assert.fail("the bot is gone") : next.value.message;
  }

  end(): void {
    this.#stream.end();
  }

  /** Ends the stream with an error. */
  fail(code = status.UNAVAILABLE, details = "the referee fell over"): void {
    this.#stream.emit("error", { code, details });
  }
}

/** Called for each stream, the first one being number 0. */
export type Script = (visit: Visit, number: number) => Promise<void> | void;

/** Listens on a gRPC target until the test is over; returns it, with the real port for port 0. */
export async function listen(
  context: { after(callback: () => void): void },
  script: Script,
  target = "127.0.0.1:0",
  credentials = ServerCredentials.createInsecure(),
): Promise<string> {
  const server = new Server({ "grpc.max_send_message_length": -1 });
  let visits = 0;
  server.addService(SERVICE, {
    play: (stream: ServerDuplexStream<PlayRequest, PlayResponse>) => {
      void receive(stream, script, visits++);
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(target, credentials, (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  context.after(() => {
    server.forceShutdown();
  });
  return target.replace(/:0$/, `:${port}`);
}

async function receive(
  stream: ServerDuplexStream<PlayRequest, PlayResponse>,
  script: Script,
  number: number,
): Promise<void> {
  const requests = (stream as AsyncIterable<PlayRequest>)[Symbol.asyncIterator]();
  const { message } = (await requests.next()).value as PlayRequest;
  assert.ok(message.case === "hello");
  await script(new Visit(message.value, stream, requests), number);
}
