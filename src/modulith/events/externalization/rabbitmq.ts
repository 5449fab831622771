import { Buffer } from "node:buffer";
import { inRootContext } from "../../../context/mod.ts";
import {
  loadRabbitMq,
  type RabbitMqConnection,
  type RabbitMqConnectionOptions,
  type RabbitMqPublisher,
} from "./deps.ts";
import type { EventTransport } from "./event_transport.ts";
import { EventTransportUnavailableError } from "./event_transport_unavailable_error.ts";
import type { ExternalizedMessage } from "./externalized_message.ts";

/** The options of `rabbitMq()`, which connects to RabbitMQ or another AMQP 0-9-1 broker. */
export interface RabbitMqOptions {
  /** For example `"amqp://user:password@rabbit.example:5672/shop"`. */
  readonly url: string;
  /** The exchange to publish to; by default the default exchange, whose routing keys are names of queues. */
  readonly exchange?: string;
  /** The type of the exchange: if given, a missing exchange is created as durable; else the operator creates it. */
  readonly exchangeType?: "direct" | "topic" | "fanout" | "headers";
  /** Durable queues that are created if they are missing, and the routing keys that they are bound to. */
  readonly queues?: readonly { readonly name: string; readonly routingKey?: string }[];
  /** Whether a message that is routed to no queue is an error; `true` by default. */
  readonly mandatory?: boolean;
  /** Maximum time to wait for a connection and for a confirmation, in milliseconds; by default 5000. */
  readonly timeoutMs?: number;
  /** Further options of the client, such as TLS. */
  readonly connection?: RabbitMqConnectionOptions;
}

/**
 * Sends events to RabbitMQ. The target is the routing key; the key is sent as header `event-key`; the publication's id
 * is the message's id, by which receivers can drop duplicates. Messages are durable, and count as sent when the broker
 * has confirmed them. The first message opens the connection; the client reconnects when it breaks.
 *
 * @param options url, exchange, queues
 *
 * @example
 * ```ts
 * import { events, externalization, rabbitMq } from "@espalier/espalier/modulith";
 *
 * const transport = rabbitMq({ url: "amqp://127.0.0.1:5672", exchange: "shop", exchangeType: "topic" });
 * export const features = [events(), externalization(transport)];
 * ```
 */
export function rabbitMq(options: RabbitMqOptions): EventTransport {
  return new RabbitMq(options);
}

interface Connected {
  readonly connection: RabbitMqConnection;
  readonly publisher: RabbitMqPublisher;
}

class RabbitMq implements EventTransport {
  readonly name = "rabbitmq";
  readonly #options: RabbitMqOptions;
  /** Names the broker in errors, without credentials. */
  readonly #address: string;
  /** Ids of unroutable messages: the broker returns them before it confirms them. */
  readonly #returned = new Set<string>();
  #connecting: Promise<Connected> | undefined;
  #isDisposed = false;

  constructor(options: RabbitMqOptions) {
    this.#options = options;
    const url = URL.parse(options.url);
    if (url === null || !/^amqps?:$/.test(url.protocol)) {
      throw new TypeError('Cannot send to RabbitMQ as its url must begin with "amqp://" or "amqps://"');
    }
    this.#address = `${url.host}${url.pathname}`;
  }

  requireSendable({ target, key = "", headers }: ExternalizedMessage): void {
    for (const [name, value] of [["target", target], ["key", key], ...Object.keys(headers).map((h) => ["header", h])]) {
      if (new TextEncoder().encode(value).length <= 255) continue;
      throw new TypeError(
        `Cannot send by AMQP as its ${name} must be no longer than 255 bytes: current value is ${
          JSON.stringify(value)
        }`,
      );
    }
  }

  async send({ target, key, headers, payload }: ExternalizedMessage, id: string): Promise<void> {
    const { publisher } = await this.#connected();
    const { exchange = "", mandatory = true } = this.#options;
    const envelope = {
      exchange,
      routingKey: target,
      mandatory,
      durable: true,
      messageId: id,
      contentType: headers["content-type"] ?? "application/json",
      headers: { ...headers, ...(key === undefined ? {} : { "event-key": key }) },
    };
    try {
      await this.#inTime(publisher.send(envelope, Buffer.from(payload)), "a confirmation");
    } catch (cause) {
      throw this.#unavailable(cause);
    }
    // The client reports a returned message one turn of the event loop after it has read it.
    if (mandatory) await new Promise((resolve) => void setImmediate(resolve));
    if (!this.#returned.delete(id)) return;
    throw new Error(
      `Cannot send to RabbitMQ with routing key "${target}" as no queue of exchange "${exchange}" takes it: bind one, or ` +
        'name it in the option "queues"',
    );
  }

  async check(): Promise<void> {
    const { connection } = await this.#connected();
    if (!connection.ready) throw this.#unavailable(new Error("the connection is lost"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const connected = await this.#connecting?.catch(() => undefined);
    this.#connecting = undefined;
    await connected?.publisher.close().catch(() => undefined);
    await connected?.connection.close().catch(() => undefined);
  }

  #connected(): Promise<Connected> {
    if (this.#isDisposed) {
      return Promise.reject(new Error("Cannot use RabbitMQ as the application must be running: it has stopped"));
    }
    if (this.#connecting !== undefined) return this.#connecting;
    // The connection and its timers outlive the event that opens it, so they must not keep its async context.
    const connecting = inRootContext(() => this.#connect());
    connecting.catch(() => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    });
    return this.#connecting = connecting;
  }

  async #connect(): Promise<Connected> {
    const { Connection } = await loadRabbitMq();
    const { url, connection: given = {}, exchange = "", exchangeType, queues = [], timeoutMs = 5_000 } = this.#options;
    const connection = new Connection({ connectionTimeout: timeoutMs, acquireTimeout: timeoutMs, ...given, url });
    // The client reconnects automatically; without a listener the error would end the process.
    connection.on("error", () => undefined);
    try {
      await this.#inTime(connection.onConnect(timeoutMs), "the connection");
      const publisher = connection.createPublisher({
        confirm: true,
        // Declared at each reconnection: a broker may have restarted without them.
        exchanges: exchangeType === undefined ? [] : [{ exchange, type: exchangeType, durable: true }],
        queues: queues.map(({ name }) => ({ queue: name, durable: true })),
        queueBindings: exchange === "" ? [] : queues.map(({ name, routingKey = name }) => ({
          queue: name,
          exchange,
          routingKey,
        })),
      });
      publisher.on("basic.return", ({ messageId }) => {
        if (messageId !== undefined) this.#returned.add(messageId);
      });
      return { connection, publisher };
    } catch (cause) {
      connection.unsafeDestroy();
      throw this.#unavailable(cause);
    }
  }

  async #inTime(sending: Promise<void>, awaited: string): Promise<void> {
    const { timeoutMs = 5_000 } = this.#options;
    const late = Promise.withResolvers<never>();
    const timeout = new Error(`${awaited} did not arrive within ${timeoutMs} ms`);
    const timer = setTimeout(() => late.reject(timeout), timeoutMs);
    try {
      await Promise.race([sending, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #unavailable(cause: unknown): Error {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Cannot reach RabbitMQ at "${this.#address}" as a broker must be running and reachable: ${reason}`;
    // A rejection is permanent: when the broker closes a channel, the error has an AMQP reply code.
    const { code } = (cause ?? {}) as { readonly code?: unknown };
    const isRefusal = typeof code === "string" &&
      /^(ACCESS_REFUSED|NOT_FOUND|PRECONDITION_FAILED|NOT_ALLOWED)$/.test(code);
    return isRefusal ? new Error(message, { cause }) : new EventTransportUnavailableError(message, cause);
  }
}
