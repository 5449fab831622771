import { closedStore } from "../../store_unavailable_error.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Connections whose driver is loaded when the first of them is needed. */
export class LazyConnections implements SqlConnections {
  readonly name: string;
  readonly isInMemory = false;
  readonly #load: () => Promise<SqlConnections>;
  #loaded: Promise<SqlConnections> | undefined;
  #isClosed = false;

  /**
   * @param name shown in messages, without any password
   * @param load loads the driver
   */
  constructor(name: string, load: () => Promise<SqlConnections>) {
    this.name = name;
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

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#loaded)?.close();
  }

  async #get(): Promise<SqlConnections> {
    if (this.#isClosed) throw closedStore(this.name);
    this.#loaded ??= this.#load();
    return await this.#loaded;
  }
}
