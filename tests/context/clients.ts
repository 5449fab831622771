import { type Caller, identityOf, traceOf, type Witness } from "./witness.ts";

/** One operation of one client. */
export interface PlannedOperation {
  readonly kind: "query" | "mutation" | "eventStream" | "put" | "patch" | "get" | "socketQuery" | "socketStream";
  readonly isAnonymous: boolean;
  /** Imports a module on its way. */
  readonly isLazy: boolean;
  /** Takes longer than the service allows. */
  readonly isSlow: boolean;
  /** Fails in its transaction. */
  readonly fails: boolean;
  readonly waitMs: number;
  /** When the client leaves, in milliseconds; it stays without. */
  readonly leavesAfterMs: number | undefined;
}

/** A client with its own identity, over HTTP and one WebSocket. */
export class IsolatedClient implements AsyncDisposable {
  readonly #base: string;
  readonly #name: string;
  readonly #witness: Witness;
  #socket: Promise<OperationSocket> | undefined;

  /**
   * @param base the service's address
   * @param name the client's identity
   * @param witness compares what the service returns
   */
  constructor(base: string, name: string, witness: Witness) {
    this.#base = base;
    this.#name = name;
    this.#witness = witness;
  }

  /**
   * Runs an operation until it ends or the client leaves it.
   *
   * @param operation what to do
   * @param number of the operation; no other has it
   */
  async run(operation: PlannedOperation, number: number): Promise<void> {
    if (operation.kind.startsWith("socket")) return await this.#overSocket(operation, `ws-${this.#name}#${number}`);
    const caller = `${operation.isAnonymous ? "" : this.#name}#${number}`;
    const leaving = new AbortController();
    const { leavesAfterMs } = operation;
    const timer = leavesAfterMs === undefined ? undefined : setTimeout(() => leaving.abort(), leavesAfterMs);
    try {
      await this.#overHttp(operation, caller, leaving.signal);
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#socket)?.close();
  }

  async #overHttp(operation: PlannedOperation, caller: Caller, signal: AbortSignal): Promise<void> {
    const { kind } = operation;
    const path = `/notes/${this.#name}`;
    const json = (value: unknown, type = "application/json") => ({
      headers: { "content-type": type },
      body: JSON.stringify(value),
      signal,
    });
    if (kind === "get") return void await this.#send(caller, path, { signal });
    if (kind === "put") return void await this.#send(caller, path, { method: "PUT", ...json({ caller }) });
    if (kind === "patch") {
      const patch = [{ op: "replace", path: "/caller", value: caller }];
      const type = "application/json-patch+json";
      return void await this.#send(caller, path, { method: "PATCH", ...json(patch, type) });
    }
    if (kind === "eventStream") {
      const { headers, ...rest } = json(subscription(operation, caller));
      const accept = { ...headers, accept: "text/event-stream" };
      const text = await this.#send(caller, "/graphql", { method: "POST", ...rest, headers: accept });
      for (const [, tick] of text.matchAll(/"ticks":"([^"]*)"/g)) {
        this.#witness.compare("tick", tick!, identityOf(caller));
      }
      return;
    }
    const text = await this.#send(caller, "/graphql", { method: "POST", ...json(document(operation, caller)) });
    this.#compare(JSON.parse(text), caller);
  }

  async #send(caller: Caller, path: string, init: RequestInit): Promise<string> {
    const headers = new Headers(init.headers);
    headers.set("traceparent", `00-${traceOf(caller)}-0000000000000001-01`);
    if (!caller.startsWith("#")) headers.set("x-client", caller);
    const response = await fetch(this.#base + path, { ...init, headers });
    return await response.text();
  }

  async #overSocket(operation: PlannedOperation, caller: Caller): Promise<void> {
    const url = `${this.#base.replace("http", "ws")}/graphql?client=ws-${this.#name}`;
    const socket = await (this.#socket ??= OperationSocket.open(url));
    const payload = operation.kind === "socketStream"
      ? subscription(operation, caller)
      : document({ ...operation, isSlow: false }, caller);
    for (const result of await socket.run(caller, payload, operation.leavesAfterMs)) this.#compare(result, caller);
  }

  /** Every string in the data is the identity that the service saw. */
  #compare(result: unknown, caller: Caller): void {
    const { data } = result as { readonly data?: unknown };
    const found = JSON.stringify(data ?? null, (_key, value) => typeof value === "number" ? null : value);
    for (const [, value] of found.matchAll(/:"([^"]*)"/g)) {
      this.#witness.compare("response", value!, identityOf(caller));
    }
  }
}

function document(operation: PlannedOperation, caller: Caller): object {
  const { kind, isLazy, isSlow, waitMs, fails } = operation;
  const variables = { caller, options: { waitMs, isLazy, fails } };
  if (kind === "mutation" || (kind === "socketQuery" && fails)) {
    const query = "mutation ($caller: String!, $options: SaveOptions!) { save(caller: $caller, options: $options) }";
    return { query, variables };
  }
  const further = `${isLazy ? "lazy(caller: $caller)" : ""} ${isSlow ? "slow(caller: $caller)" : ""}`;
  const query = `query ($caller: String!) {
    who(caller: $caller) stored(caller: $caller) items(caller: $caller) { index owner } ${further}
  }`;
  return { query, variables: { caller } };
}

function subscription({ waitMs }: PlannedOperation, caller: Caller): object {
  const query = "subscription ($caller: String!, $count: Int!) { ticks(caller: $caller, count: $count) }";
  return { query, variables: { caller, count: 1 + waitMs } };
}

/** When a client leaves an operation over its WebSocket that has not ended, in milliseconds. */
const patienceMs = 1_000;

interface RunningOperation {
  readonly results: unknown[];
  readonly ended: PromiseWithResolvers<void>;
}

/** A connection of the `graphql-transport-ws` protocol. */
class OperationSocket {
  readonly #socket: WebSocket;
  readonly #running = new Map<string, RunningOperation>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#received(JSON.parse(data));
  }

  static async open(url: string): Promise<OperationSocket> {
    const socket = new WebSocket(url, "graphql-transport-ws");
    const acknowledged = Promise.withResolvers<void>();
    socket.onopen = () => socket.send('{"type":"connection_init"}');
    socket.onmessage = () => acknowledged.resolve();
    socket.onclose = ({ code }) => acknowledged.reject(new Error(`The socket was closed with ${code}`));
    await acknowledged.promise;
    return new OperationSocket(socket);
  }

  async run(id: string, payload: object, leavesAfterMs: number | undefined): Promise<readonly unknown[]> {
    const running: RunningOperation = { results: [], ended: Promise.withResolvers() };
    this.#running.set(id, running);
    this.#socket.send(JSON.stringify({ type: "subscribe", id, payload }));
    const leave = () => {
      this.#socket.send(JSON.stringify({ type: "complete", id }));
      running.ended.resolve();
    };
    const timer = setTimeout(leave, leavesAfterMs ?? patienceMs);
    await running.ended.promise;
    clearTimeout(timer);
    this.#running.delete(id);
    return running.results;
  }

  async close(): Promise<void> {
    const closed = Promise.withResolvers<void>();
    this.#socket.onclose = () => closed.resolve();
    this.#socket.close();
    await closed.promise;
  }

  #received({ type, id, payload }: { type: string; id: string; payload: unknown }): void {
    const running = this.#running.get(id);
    if (type === "next") running?.results.push(payload);
    if (type === "complete" || type === "error") running?.ended.resolve();
    if (type === "ping") this.#socket.send('{"type":"pong"}');
  }
}
