import { EventReader } from "./sse_events.ts";
import { RawSocket } from "./raw_socket.ts";
import type { ServedApp } from "./served_app.ts";

/** What a client received of one operation: its results, and its one final message. */
export interface Outcome {
  readonly results: unknown[];
  /** `"complete"`, or `"error"` with the classification. */
  readonly end: string;
}

/** An operation that a client sent. */
export interface SentOperation {
  /** Settles with the final message; rejected where the client left before. */
  readonly outcome: Promise<Outcome>;
  /** Waits for the first result. */
  readonly first: Promise<void>;
  /** The client ends the operation and keeps the connection, where the transport has one. */
  complete(): Promise<void>;
}

/** A client's connection. */
export interface Connection extends AsyncDisposable {
  /** Sends an operation. */
  send(id: string, query: string, extensions?: Record<string, unknown>): SentOperation;
}

/** A transport, as a client uses it. */
export interface Transport {
  readonly hasSubscriptions: boolean;
  open(served: ServedApp): Promise<Connection>;
}

interface Message {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly extensions?: { readonly classification?: string } }[];
}

class Received {
  readonly #results: unknown[] = [];
  readonly #ended = Promise.withResolvers<Outcome>();
  readonly #first = Promise.withResolvers<void>();
  isOver = false;
  #failure: string | undefined;
  readonly outcome = this.#ended.promise;
  readonly first = this.#first.promise;

  constructor() {
    this.outcome.catch(() => {});
    this.first.catch(() => {});
  }

  next({ data, errors }: Message): void {
    this.#requireOpen();
    if (data === undefined) this.#failure = `error ${errors?.[0]?.extensions?.classification}`;
    else this.#results.push(data === null ? null : Object.values(data)[0]);
    this.#first.resolve();
  }

  end(): void {
    this.#requireOpen();
    this.isOver = true;
    this.#ended.resolve({ results: this.#results, end: this.#failure ?? "complete" });
  }

  lost(error: unknown): void {
    this.#ended.reject(error);
    this.#first.reject(error);
  }

  #requireOpen(): void {
    if (this.isOver) throw new Error("A message arrived after the final one");
  }
}

type Read = (response: Response, received: Received) => Promise<void>;

const readJson: Read = async (response, received) => {
  received.next(await response.json());
  received.end();
};

const readBatch: Read = async (response, received) => {
  const [result, other, ...more] = await response.json();
  if (other.data.quick !== 1 || more.length > 0) throw new Error("The other operation of the batch has no result");
  received.next(result);
  received.end();
};

const readEvents: Read = async (response, received) => {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return await readJson(response, received);
  const events = new EventReader(response);
  for (let event = await events.next(); event !== undefined; event = await events.next()) {
    if (event.event === "next") received.next(event.data as Message);
    else received.end();
  }
};

const readParts: Read = async (response, received) => {
  if (!response.headers.get("content-type")?.startsWith("multipart/")) return await readJson(response, received);
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split("\r\n---");
    text = parts.pop()!;
    for (const part of parts.filter((part) => part.includes("{"))) {
      received.next(JSON.parse(part.slice(part.indexOf("{"))));
    }
    if (text === "--\r\n") received.end();
  }
};

const headers = { "content-type": "application/json" };

function overHttp(accept: string, read: Read, isBatch = false): Transport {
  const send = ({ url }: ServedApp, query: string, extensions: unknown): SentOperation => {
    const leaving = new AbortController();
    const received = new Received();
    const operation = { query, extensions };
    const body = JSON.stringify(isBatch ? [operation, { query: "{ quick }" }] : operation);
    fetch(url, { method: "POST", headers: { ...headers, accept }, body, signal: leaving.signal })
      .then((response) => read(response, received)).catch((error) => received.lost(error));
    return { ...received, complete: () => Promise.resolve(leaving.abort()) };
  };
  return {
    hasSubscriptions: accept !== "application/json",
    open: (served) => {
      const sent: SentOperation[] = [];
      return Promise.resolve({
        send: (_id, query, extensions) => {
          const operation = send(served, query, extensions);
          sent.push(operation);
          return operation;
        },
        [Symbol.asyncDispose]: async () => {
          for (const { complete } of sent) await complete();
          await Promise.allSettled(sent.map(({ outcome }) => outcome));
        },
      });
    },
  };
}

const reserved: Transport = {
  hasSubscriptions: true,
  open: async ({ url }) => {
    const token = await (await fetch(url, { method: "PUT" })).text();
    const withToken = { ...headers, "x-graphql-event-stream-token": token };
    const stream = { headers: { ...withToken, accept: "text/event-stream" } };
    const events = new EventReader(await fetch(url, stream));
    const operations = new Map<string, Received>();
    const read = async () => {
      for (let event = await events.next(); event !== undefined; event = await events.next()) {
        const { id, payload } = event.data as { id: string; payload: Message };
        if (event.event === "next") operations.get(id)!.next(payload);
        else operations.get(id)!.end();
      }
    };
    const reading = read().catch((error) => operations.forEach((received) => received.lost(error)));
    return {
      send: (id, query, extensions) => {
        const received = new Received();
        operations.set(id, received);
        const body = JSON.stringify({ query, extensions: { ...extensions, operationId: id } });
        fetch(url, { method: "POST", headers: withToken, body }).then(async (response) => {
          if (response.status === 202) await response.body?.cancel();
          else await readJson(response, received);
        }).catch((error) => received.lost(error));
        const complete = async () => {
          const stopped = await fetch(`${url}?operationId=${id}`, { method: "DELETE", headers: withToken });
          await stopped.body?.cancel();
        };
        return { ...received, complete };
      },
      [Symbol.asyncDispose]: async () => {
        await events[Symbol.asyncDispose]();
        await reading;
      },
    };
  },
};

const webSocket: Transport = {
  hasSubscriptions: true,
  open: async ({ webSocketUrl }) => {
    const socket = new RawSocket(webSocketUrl);
    await socket.init();
    const operations = new Map<string, Received>();
    const read = async () => {
      for (;;) {
        const { type, id, payload } = await socket.next() as { type: string; id: string; payload: unknown };
        const received = operations.get(id)!;
        if (type === "next") received.next(payload as Message);
        if (type === "error") received.next({ errors: payload as Message["errors"] & object });
        if (type !== "next") received.end();
      }
    };
    const reading = read().catch(async () => {
      const { code } = await socket.closed;
      // The stop of a service ends the subscriptions by the close code.
      if (code === 1001) operations.forEach((received) => received.isOver || received.end());
      else operations.forEach((received) => received.lost(new Error(`closed with ${code}`)));
    });
    return {
      send: (id, query, extensions) => {
        const received = new Received();
        operations.set(id, received);
        void socket.send({ type: "subscribe", id, payload: { query, extensions } });
        return { ...received, complete: () => socket.send({ type: "complete", id }) };
      },
      [Symbol.asyncDispose]: async () => {
        await socket[Symbol.asyncDispose]();
        await reading;
      },
    };
  },
};

/** All transports. */
export const transports: Readonly<Record<string, Transport>> = {
  HTTP: overHttp("application/json", readJson),
  "an HTTP batch": overHttp("application/json", readBatch, true),
  "distinct event streams": overHttp("text/event-stream", readEvents),
  "a reserved event stream": reserved,
  "a WebSocket": webSocket,
  multipart: overHttp("multipart/mixed", readParts),
};
