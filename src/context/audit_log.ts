import type { Authentication } from "./authentication.ts";
import { Principal } from "./principal.ts";

/** The outcome of a recorded action. */
export type AuditOutcome = "success" | "failure" | "denied";

/** The content of an audit record; actor, time and address are added. */
export interface AuditEntry {
  /** The action, as a constant: `"PASSWORD_CHANGED"`. */
  readonly type: string;
  /** The target of the action: `"accounts/7"`. */
  readonly resource?: string | undefined;
  /** How it ended; `"success"` by default. */
  readonly outcome?: AuditOutcome;
  /** The reason for the outcome; it must not contain credentials. */
  readonly reason?: string | undefined;
  /** Name of the actor; by default the caller of the current request, `"system"` outside of requests. */
  readonly principal?: string | undefined;
  /** Further facts as JSON values, without secrets; long strings are truncated. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The client address; by default that of the current request. */
  readonly remoteAddress?: string | undefined;
}

/** One audit record, as it is stored. */
export interface AuditRecord {
  /** The id of the record, a UUID. */
  readonly id: string;
  /** When it happened. */
  readonly timestamp: Date;
  /** Name of the actor; `"anonymous"` without authentication, `"system"` for the service itself. */
  readonly principal: string;
  /** The action, such as `orders.cancelled`. */
  readonly type: string;
  /** Whether it succeeded. */
  readonly outcome: AuditOutcome;
  /** The target of the action. */
  readonly resource: string | null;
  /** Why it was refused or failed. */
  readonly reason: string | null;
  /** The address of the client. */
  readonly remoteAddress: string | null;
  /** The trace of the request. */
  readonly traceId: string | null;
  /** Further facts, as JSON. */
  readonly data: unknown;
}

/** A filter of audit records. */
export interface AuditFilter {
  /** The name of the principal. */
  readonly principal?: string;
  /** The action. */
  readonly type?: string;
  /** Only records after this time. */
  readonly after?: Date;
  /** Maximum number of records, the newest ones; 100 by default. */
  readonly limit?: number;
}

/** The events that are recorded automatically. */
export interface AuditedActions {
  /** Whether mutations of GraphQL are recorded. */
  readonly mutations: boolean;
  /** Whether a mutation and its record are one transaction. */
  readonly mutationsInTransaction: boolean;
  /** Whether records hold the arguments of mutations, without secret ones. */
  readonly arguments: boolean;
  /** Whether changes of exported collections are recorded. */
  readonly restWrites: boolean;
  /** Whether refused accesses are recorded. */
  readonly denials: boolean;
}

/** How {@linkcode AuditLog.around} records. */
export interface AuditAroundOptions {
  /** Whether the work and its record are one transaction. */
  readonly inTransaction?: boolean;
  /** Returns the reason why the result of the work counts as a failure; `undefined` if it does not. */
  readonly failureOf?: (result: unknown) => string | undefined;
}

/**
 * Records the actions of callers. The class is its own identifier in the container, bound by `audit()`.
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { audit, AuditLog } from "@espalier/espalier/security";
 *
 * await using app = await createApp(createContainer(audit()));
 * const log = app.container.get(AuditLog);
 * await log.record({ type: "REPORT_SENT", resource: "reports/7", data: { pages: 3 } });
 * for (const { principal, outcome } of await log.find({ type: "REPORT_SENT" })) {
 *   console.log(principal, outcome); // "system" "success"
 * }
 * ```
 */
export abstract class AuditLog {
  /** The events that are recorded automatically. */
  abstract readonly actions: AuditedActions;

  /**
   * Records in the caller's transaction, if there is one: a rollback also removes the record.
   *
   * @param entry the action
   * @returns settled when it is stored
   * @throws AuditUnavailableError if it cannot be stored, and the option `whenSinkFails` is `"refuse"`
   */
  abstract record(entry: AuditEntry): Promise<void>;

  /**
   * Records in the background: the caller does not wait, and a failure is logged.
   *
   * @param entry the action
   * @param once a request of which one record is enough; an error that work within `around` may have been ended by
   */
  abstract note(entry: AuditEntry, once?: object): void;

  /**
   * Runs work and records how it ended. Work that fails is recorded as failed, outside of the transaction that is
   * rolled
   * back.
   *
   * @param entry the action
   * @param work does it
   * @param options whether it is one transaction with its record
   * @returns what the work returned
   */
  abstract around<R>(entry: AuditEntry, work: () => Promise<R>, options?: AuditAroundOptions): Promise<R>;

  /**
   * Finds records.
   *
   * @param filter which
   * @returns the newest ones, in the order of their times
   */
  abstract find(filter?: AuditFilter): Promise<readonly AuditRecord[]>;

  /**
   * Deletes records.
   *
   * @param time records before this time are deleted
   * @returns the number of deleted records
   */
  abstract deleteBefore(time: Date): Promise<number>;

  /** Waits for pending background records. */
  abstract flush(): Promise<void>;
}

/**
 * Returns the name of the caller.
 *
 * @param authentication the authentication of the caller
 * @returns `"anonymous"` if the caller is not authenticated
 */
export function principalName(authentication: Authentication | undefined): string {
  if (authentication === undefined || authentication.isAnonymous) return "anonymous";
  const { principal, grants } = authentication;
  if (principal instanceof Principal) return principal.name;
  const { name } = Object(principal) as { readonly name?: unknown };
  if (typeof name === "string") return name;
  return typeof principal === "string" ? principal : grants.name;
}
