import { FrameCounter } from "./frame_counter.ts";

const payload = { query: "subscription { tick { seq name at load } }" };
const encoder = new TextEncoder();

/** Clients of `graphql-transport-ws` on plain sockets, each with one subscription. */
export class Subscribers implements Disposable {
  readonly #url: string;
  readonly #connections: Deno.Conn[] = [];
  #missing = 0;
  #arrived: PromiseWithResolvers<void> | undefined;
  #next = 0;

  private constructor(url: string) {
    this.#url = url;
  }

  /**
   * Connects clients, and resolves when each has its subscription.
   *
   * @param url the endpoint, `http://…`
   * @param count how many
   */
  static async connect(url: string, count: number): Promise<Subscribers> {
    const subscribers = new Subscribers(url);
    // A hundred at a time: a server's queue of new connections is not what is measured.
    for (let left = count; left > 0; left -= 100) {
      await Promise.all(Array.from({ length: Math.min(100, left) }, () => subscribers.#open()));
    }
    return subscribers;
  }

  /**
   * Publishes events and waits until every subscriber has all of them.
   *
   * @param events how many
   * @returns how long it took, in milliseconds
   */
  async publish(events: number): Promise<number> {
    this.#missing = events * this.#connections.length;
    this.#arrived = Promise.withResolvers();
    const query = `mutation { publish(from: ${this.#next}, count: ${events}) }`;
    this.#next += events;
    let start = performance.now();
    let response = await this.#post(query);
    // A service that has just taken a burst refuses requests for a moment.
    while (response.status === 503) {
      await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 100));
      start = performance.now();
      response = await this.#post(query);
    }
    if (!response.ok) throw new Error(`Cannot publish as the answer must be 200: it is ${response.status}`);
    await Promise.all([response.body?.cancel(), this.#arrived.promise]);
    return performance.now() - start;
  }

  #post(query: string): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return fetch(this.#url, { method: "POST", headers, body: JSON.stringify({ query }) });
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection.close();
  }

  async #open(): Promise<void> {
    const { hostname, port, pathname, host } = new URL(this.#url);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    this.#connections.push(connection);
    const headers = [
      `GET ${pathname} HTTP/1.1`,
      `host: ${host}`,
      "upgrade: websocket",
      "connection: Upgrade",
      "sec-websocket-version: 13",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-protocol: graphql-transport-ws",
    ];
    await connection.write(encoder.encode(headers.join("\r\n") + "\r\n\r\n"));
    const answer = new Uint8Array(1_000);
    const length = await connection.read(answer) ?? 0;
    const status = new TextDecoder().decode(answer.subarray(0, length)).split("\r\n")[0];
    if (!status!.includes(" 101 ")) throw new Error(`Cannot subscribe as the answer must be 101: it is "${status}"`);
    const frames = new FrameCounter(connection);
    await connection.write(frame({ type: "connection_init" }));
    await frames.skip(1);
    await connection.write(frame({ id: "1", type: "subscribe", payload }));
    // Messages come in order: what answers the ping comes after the subscription was taken.
    await connection.write(frame({ type: "ping" }));
    await frames.skip(1);
    void this.#count(frames);
  }

  async #count(frames: FrameCounter): Promise<void> {
    for (let arrived = await frames.next(); arrived !== undefined; arrived = await frames.next()) {
      this.#missing -= arrived;
      if (this.#missing === 0) this.#arrived?.resolve();
    }
  }
}

/** A client's text frame; a mask of zeros leaves the text as it is. */
function frame(message: object): Uint8Array {
  const text = encoder.encode(JSON.stringify(message));
  if (text.length > 125) throw new RangeError("Cannot send a message as it must have 125 bytes at most");
  return new Uint8Array([0x81, 0x80 | text.length, 0, 0, 0, 0, ...text]);
}
