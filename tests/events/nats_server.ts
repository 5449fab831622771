import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

const address = { hostname: "127.0.0.1", port: 4222 } as const;

/** Where NATS is, if it is there. */
export const natsServers: readonly string[] = [`${address.hostname}:${address.port}`];

/** Whether NATS is there. */
export const hasNats: boolean = await Deno.connect(address).then(
  (connection) => (connection.close(), true),
  () => false,
);

type Client = Awaited<ReturnType<typeof connect>>;
type Streams = Awaited<ReturnType<typeof jetstreamManager>>["streams"];

/** A client that looks at one stream, which a test makes; it is deleted at the end. */
export class NatsStream implements AsyncDisposable {
  /** The stream's name, which no other stream has. */
  readonly name: string = `espalier_${crypto.randomUUID().slice(0, 8)}`;
  readonly streams: Streams;
  readonly #client: Client;

  private constructor(client: Client, streams: Streams) {
    this.#client = client;
    this.streams = streams;
  }

  static async open(): Promise<NatsStream> {
    const client = await connect({ servers: [...natsServers] });
    return new NatsStream(client, (await jetstreamManager(client)).streams);
  }

  /** The next message of the stream. */
  async next() {
    const consumer = await jetstream(this.#client).consumers.get(this.name);
    return (await consumer.next())!;
  }

  /** How many messages the stream holds. */
  async size(): Promise<number> {
    return (await this.streams.info(this.name)).state.messages;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.streams.delete(this.name);
    await this.#client.close();
  }
}

/**
 * Pipes a connection to NATS, both ways.
 *
 * @returns resolves with a promise of the end of both pipes, once they are laid
 */
export async function pipedToNats(near: Deno.Conn): Promise<{ readonly ended: Promise<unknown> }> {
  const far = await Deno.connect(address);
  return { ended: Promise.allSettled([near.readable.pipeTo(far.writable), far.readable.pipeTo(near.writable)]) };
}
