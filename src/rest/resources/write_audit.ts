import type { AuditLog } from "../../context/mod.ts";
import type { HttpExchange, PathVariables } from "../../http/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";

/** A completed change. */
export interface AuditedChange {
  readonly change: "create" | "update" | "delete" | "link" | "unlink";
  /** The id of the item. */
  readonly id: unknown;
  /** The status of the response. */
  readonly status: number;
  /** Name of the changed association, if any. */
  readonly association?: string;
}

/** Records the changes of one collection. */
export class WriteAudit {
  readonly #log: AuditLog;
  readonly #collection: ExportedCollection;
  readonly #kept = new WeakSet<HttpExchange>();

  /**
   * @param log receives the records
   * @param collection the changed collection
   */
  constructor(log: AuditLog, collection: ExportedCollection) {
    this.#log = log;
    this.#collection = collection;
  }

  /**
   * Records a change, in its transaction if the repository has transactions.
   *
   * @param exchange the request
   * @param change the change
   */
  async changed({ request }: HttpExchange, { id, status, ...facts }: AuditedChange): Promise<void> {
    const { path } = this.#collection;
    const text = decodeURIComponent(this.#collection.idSegment(id));
    await this.#log.record({
      type: "REST_WRITE",
      resource: `${path}/${text}`,
      data: { method: request.method, collection: path, id: text, ...facts, status },
    });
  }

  /** A change of a request is committed: whatever follows does not undo it. */
  kept(exchange: HttpExchange): void {
    this.#kept.add(exchange);
  }

  /**
   * Records a change that failed or was rolled back. Denied changes are recorded as such.
   *
   * @param exchange the request
   * @param variables of its path
   * @param status the status of the response
   */
  failed(exchange: HttpExchange, { id, association }: PathVariables, status: number): void {
    if (status < 400 || status === 401 || status === 403 || this.#kept.has(exchange)) return;
    const { path } = this.#collection;
    this.#log.note({
      type: "REST_WRITE",
      resource: id === undefined ? path : `${path}/${id}`,
      outcome: "failure",
      reason: `Nothing was changed: status ${status}`,
      data: { method: exchange.request.method, collection: path, id, association, status },
    }, exchange);
  }
}
