import type { ConnectionCounts } from "../../../kernel/mod.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import type { DedicatedConnection, NotificationListener } from "../../dedicated_connection.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Connections whose driver is loaded by the first use. */
export class LazyConnections implements SqlConnections {
  readonly name: string;
  readonly isInMemory = false;
  readonly maxTransactions: number;
  readonly #canListen: boolean;
  readonly #load: () => Promise<SqlConnections>;
  #loaded: Promise<SqlConnections> | undefined;
  #connections: SqlConnections | undefined;
  #isClosed = false;

  /**
   * @param target its name in messages, without any password, how many transactions may run at the same time, and whether
   * it sends notifications
   * @param load loads the driver
   */
  constructor(
    target: Pick<SqlConnections, "name" | "maxTransactions"> & Pick<DedicatedConnection, "canListen">,
    load: () => Promise<SqlConnections>,
  ) {
    this.#canListen = target.canListen;
    this.name = target.name;
    this.maxTransactions = target.maxTransactions;
    this.#load = load;
  }

  async open(): Promise<void> {
    await (await this.#get()).open();
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    return await (await this.#get()).query(statement, signal);
  }

  async begin(options: BeginOptions): Promise<SqlSession> {
    return await (await this.#get()).begin(options);
  }

  dedicate(): DedicatedConnection {
    return new LazyDedicatedConnection(this.#canListen, async () => (await this.#get()).dedicate!());
  }

  counts(): ConnectionCounts {
    return this.#connections?.counts?.() ?? { active: 0, idle: 0, waiting: 0, max: this.maxTransactions };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#loaded)?.close();
  }

  async #get(): Promise<SqlConnections> {
    if (this.#isClosed) throw closedStore(this.name);
    this.#loaded ??= this.#load();
    return this.#connections = await this.#loaded;
  }
}

/** A dedicated connection whose driver is loaded by the first use. */
class LazyDedicatedConnection implements DedicatedConnection {
  readonly canListen: boolean;
  readonly #load: () => Promise<DedicatedConnection>;
  #loaded: Promise<DedicatedConnection> | undefined;
  #isClosed = false;

  constructor(canListen: boolean, load: () => Promise<DedicatedConnection>) {
    this.canListen = canListen;
    this.#load = load;
  }

  async execute(text: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return await (await this.#get()).execute(text, parameters);
  }

  listen(channel: string, listener: NotificationListener): void {
    this.#get().then((connection) => {
      if (!this.#isClosed) connection.listen(channel, listener);
    }, () => undefined);
  }

  unlisten(channel: string): void {
    this.#loaded?.then((connection) => {
      if (!this.#isClosed) connection.unlisten(channel);
    }, () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const loaded = await this.#loaded?.catch(() => undefined);
    await loaded?.[Symbol.asyncDispose]();
  }

  #get(): Promise<DedicatedConnection> {
    return this.#loaded ??= this.#load();
  }
}
