import type { Authentication } from "./authentication.ts";
import { Principal } from "./principal.ts";

/** How what is recorded ended. */
export type AuditOutcome = "success" | "failure" | "denied";

/** What an audit record is made of: who, when and from where is added. */
export interface AuditEntry {
  /** What was done, as a constant: `"PASSWORD_CHANGED"`. */
  readonly type: string;
  /** What it was done to: `"accounts/7"`. */
  readonly resource?: string | undefined;
  /** How it ended; `"success"` by default. */
  readonly outcome?: AuditOutcome;
  /** Why it ended so; never give it credentials. */
  readonly reason?: string | undefined;
  /** Name of who did it; by default who makes the current request, `"system"` outside of requests. */
  readonly principal?: string | undefined;
  /** Further facts that JSON can hold, without secrets; long texts are cut. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Where the request came from; by default that of the current request. */
  readonly remoteAddress?: string | undefined;
}

/** One audit record, as it is stored. */
export interface AuditRecord {
  /** The id of the record, a UUID. */
  readonly id: string;
  /** When it happened. */
  readonly timestamp: Date;
  /** Name of who did it; `"anonymous"` where nobody has authenticated, `"system"` where the service itself did. */
  readonly principal: string;
  /** What was done, such as `orders.cancelled`. */
  readonly type: string;
  /** Whether it succeeded. */
  readonly outcome: AuditOutcome;
  /** What it was done to. */
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

/** Which records are looked for. */
export interface AuditFilter {
  /** The name of the principal. */
  readonly principal?: string;
  /** What was done. */
  readonly type?: string;
  /** Only what was recorded later. */
  readonly after?: Date;
  /** Maximum number of records; the newest are kept. 100 by default. */
  readonly limit?: number;
}

/** What is recorded by itself. */
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
  /** Why a value that the work returned is a failure; `undefined` where it is none. */
  readonly failureOf?: (result: unknown) => string | undefined;
}

/**
 * Records who did what. The class is its own identifier in the container, bound by `audit()`.
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
  /** What is recorded by itself. */
  abstract readonly actions: AuditedActions;

  /**
   * Records in the caller's transaction, where there is one: rolled back, nothing was recorded.
   *
   * @param entry what was done
   * @returns settled when it is stored
   * @throws AuditUnavailableError when it can't be, and the option `whenSinkFails` is `"refuse"`
   */
  abstract record(entry: AuditEntry): Promise<void>;

  /**
   * Records in the background: nobody waits, and a failure is logged.
   *
   * @param entry what was done
   * @param once a request of which one record is enough; an error that work within `around` may have been ended by
   */
  abstract note(entry: AuditEntry, once?: object): void;

  /**
   * Runs work and records how it ended. Work that fails is recorded as failed, outside of the transaction that is rolled
   * back.
   *
   * @param entry what is done
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
   * @param time deletes what was recorded earlier
   * @returns the number of deleted records
   */
  abstract deleteBefore(time: Date): Promise<number>;

  /** Waits for what is recorded in the background. */
  abstract flush(): Promise<void>;
}

/**
 * Names who makes a request.
 *
 * @param authentication who it is
 * @returns `"anonymous"` where nobody has authenticated
 */
export function principalName(authentication: Authentication | undefined): string {
  if (authentication === undefined || authentication.isAnonymous) return "anonymous";
  const { principal, grants } = authentication;
  if (principal instanceof Principal) return principal.name;
  const { name } = Object(principal) as { readonly name?: unknown };
  if (typeof name === "string") return name;
  return typeof principal === "string" ? principal : grants.name;
}
