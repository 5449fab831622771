import {
  AccessDeniedError,
  type AuditAroundOptions,
  type AuditedActions,
  type AuditEntry,
  type AuditFilter,
  AuditLog,
  type AuditRecord,
  AuditUnavailableError,
  AuthenticationError,
  currentSubject,
  principalName,
} from "../../context/mod.ts";
import { type ClientAddresses, ResponseStatusError } from "../../http/mod.ts";
import type { LogContext, Logger, MaybePromise } from "../../kernel/mod.ts";
import { auditData, auditText } from "./audit_data.ts";
import { AuditEvent, auditLengths } from "./audit_event.ts";
import { AuditQueue } from "./audit_queue.ts";
import { RecordIds } from "./record_id.ts";
import type { AuditStore } from "./audit_store.ts";

/** The parts of an {@linkcode AuditTrail}. */
export interface AuditTrailParts {
  readonly actions: AuditedActions;
  /** Whether an action fails if it cannot be recorded. */
  readonly refuses: boolean;
  /** Maximum time of a write, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of records that wait to be written. */
  readonly maxPending: number;
  readonly logger: Logger;
  readonly logContext: LogContext;
  readonly addresses: ClientAddresses;
}

/** The store of records. */
export interface AuditSinks {
  readonly store: AuditStore;
  /** Called with each record after it was stored, in the same transaction. */
  readonly listeners: readonly ((event: AuditEvent) => MaybePromise<void>)[];
}

/** Maximum number of log lines about records that can't be stored, within {@linkcode complaintsMs}. */
const maxComplaints = 20;
const complaintsMs = 10_000;

/** Makes records and writes them. */
export class AuditTrail extends AuditLog {
  readonly actions: AuditedActions;
  readonly #parts: AuditTrailParts;
  readonly #queue: AuditQueue;
  readonly #told = new WeakSet<object>();
  readonly #ids = new RecordIds();
  #sinks: AuditSinks | undefined;
  #complaints = { since: 0, count: 0 };

  /** @param parts how records are written */
  constructor(parts: AuditTrailParts) {
    super();
    this.actions = parts.actions;
    this.#parts = parts;
    this.#queue = new AuditQueue((events) => this.#openSinks.store.run(() => this.#write(events)), parts.maxPending);
  }

  /** Sets the store; called once, before the first request. */
  open(sinks: AuditSinks): void {
    this.#sinks = sinks;
  }

  async record(entry: AuditEntry): Promise<void> {
    const event = this.#eventOf(entry);
    try {
      await this.#store(event);
    } catch (error) {
      this.#complain(event, error);
      if (this.#parts.refuses) throw error instanceof AuditUnavailableError ? error : new AuditUnavailableError(error);
    }
  }

  note(entry: AuditEntry, once?: object): void {
    if (once !== undefined && this.#isTold(once)) return;
    const event = this.#eventOf(entry);
    this.#queue.add(event).catch((error) => this.#complain(event, error));
  }

  /** Each error is recorded once per request: an error that is rethrown was already recorded by the inner work. */
  #isTold(subject: object): boolean {
    const isTold = this.#told.has(subject);
    if (subject instanceof Error) this.#told.delete(subject);
    else this.#told.add(subject);
    return isTold;
  }

  async around<R>(entry: AuditEntry, work: () => Promise<R>, options: AuditAroundOptions = {}): Promise<R> {
    const { inTransaction = false, failureOf } = options;
    const { store } = this.#openSinks;
    const recorded = async (): Promise<R> => {
      const result = await work();
      const reason = failureOf?.(result);
      await this.record(reason === undefined ? entry : { ...entry, outcome: "failure", reason });
      return result;
    };
    try {
      return await (inTransaction ? store.run(recorded) : recorded());
    } catch (error) {
      this.#noteFailure(entry, error);
      throw error;
    }
  }

  find(filter: AuditFilter = {}): Promise<readonly AuditRecord[]> {
    return this.#openSinks.store.find(filter);
  }

  deleteBefore(time: Date): Promise<number> {
    return this.#openSinks.store.deleteBefore(time);
  }

  flush(): Promise<void> {
    return this.#queue.flush();
  }

  get #openSinks(): AuditSinks {
    if (this.#sinks !== undefined) return this.#sinks;
    throw new Error("Cannot use the audit log as its application must have started");
  }

  /** In a transaction the record shares its fate; elsewhere it waits for its turn, for a bounded time. */
  async #store(event: AuditEvent): Promise<void> {
    const { store } = this.#openSinks;
    if (!store.isInTransaction) return await withinTime(this.#queue.add(event), this.#parts.timeoutMs);
    if (this.#parts.refuses) return await this.#write([event]);
    // A failed statement aborts the whole transaction in PostgreSQL, so the record is written within a savepoint.
    await store.run(() => this.#write([event]), { nested: true });
  }

  async #write(events: readonly AuditEvent[]): Promise<void> {
    const { store, listeners } = this.#openSinks;
    const { timeoutMs } = this.#parts;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`Not stored within ${timeoutMs} ms`)), timeoutMs);
    try {
      await store.add(events, { signal: late.signal });
    } finally {
      clearTimeout(timer);
    }
    for (const event of events) {
      for (const listener of listeners) {
        const told = listener(event);
        if (told instanceof Promise) await withinTime(told, timeoutMs);
      }
    }
  }

  #noteFailure(entry: AuditEntry, error: unknown): void {
    // A failure to record was already logged.
    if (error instanceof AuditUnavailableError) return;
    const isDenied = error instanceof AccessDeniedError || error instanceof AuthenticationError;
    this.note({ ...entry, outcome: isDenied ? "denied" : "failure", reason: reasonOf(error) });
    // An error resolver would otherwise log the denial as well.
    if (isDenied) this.#told.add(error);
  }

  #eventOf(entry: AuditEntry): AuditEvent {
    const subject = currentSubject();
    const { addresses, logContext } = this.#parts;
    const address = entry.remoteAddress ??
      addresses.of({ remoteAddress: subject?.remoteAddress, headers: subject?.request?.headers ?? noHeaders });
    const { traceId } = logContext.fields();
    const text = (name: keyof typeof auditLengths, value: unknown) =>
      typeof value === "string" ? auditText(value, auditLengths[name]) : null;
    const timestamp = new Date();
    return new AuditEvent({
      id: this.#ids.next(timestamp.getTime()),
      timestamp,
      principal: text("principal", entry.principal ?? (subject ? principalName(subject.authentication) : "system"))!,
      type: auditText(entry.type, auditLengths.type),
      outcome: entry.outcome ?? "success",
      resource: text("resource", entry.resource),
      reason: text("reason", entry.reason),
      remoteAddress: text("remoteAddress", address),
      traceId: text("traceId", traceId),
      data: auditData(entry.data ?? {}),
    });
  }

  /** Logs a record that cannot be stored, without its data. */
  #complain({ type, principal, resource, outcome }: AuditEvent, error: unknown): void {
    const now = performance.now();
    if (now - this.#complaints.since > complaintsMs) this.#complaints = { since: now, count: 0 };
    if (this.#complaints.count++ >= maxComplaints) return;
    const message = "Cannot store an audit record";
    this.#parts.logger.error(message, { type, principal, resource, outcome, error });
  }
}

const noHeaders = new Headers();

/** Messages of exceptions may quote values, so only the class is recorded. */
function reasonOf(error: unknown): string {
  if (error instanceof AccessDeniedError || error instanceof ResponseStatusError) return error.message;
  return error instanceof Error ? error.name : "An unknown failure";
}

async function withinTime(work: Promise<void>, timeoutMs: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Not finished within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
