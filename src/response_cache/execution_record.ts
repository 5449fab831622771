import {
  type AccessSubject,
  Authentication,
  ContextSnapshot,
  ContextSnapshotFactory,
  currentSubject,
  type GraphQLContext,
  inAccessScope,
  observeContextReads,
  OperationCharge,
} from "../context/mod.ts";
import { ResultBudget } from "../kernel/mod.ts";
import { CacheHints } from "./set_cache_hint.ts";

/** Keys of the framework: nothing in a result depends on their values. */
const ownKeys: ReadonlySet<unknown> = new Set<unknown>([
  CacheHints,
  ContextSnapshot,
  ContextSnapshotFactory,
  OperationCharge,
  ResultBudget,
]);

/** Notes what the result of one execution depends on beside its document and variables. */
export class ExecutionRecord {
  /** What data fetchers say. */
  readonly hints: CacheHints = new CacheHints();
  /** Keys of context values that were read and are not part of the key under which results are kept. */
  readonly foreignKeys: Set<unknown> = new Set();
  readonly #keyed: readonly unknown[];
  #readsClient = false;
  #isOver = false;

  /** @param keyed keys of context values that are part of the key */
  constructor(keyed: readonly unknown[]) {
    this.#keyed = keyed;
  }

  /** Whether it was asked who the client is, or which rows it may see. */
  get readsClient(): boolean {
    return this.#readsClient;
  }

  /**
   * Runs an execution.
   *
   * @param contexts the context of the request, and others that its code may read
   * @param execute executes
   */
  run<R>(contexts: readonly GraphQLContext[], execute: () => R): R {
    for (const context of contexts) {
      context.put(CacheHints, this.hints);
      observeContextReads(context, (key) => this.#note(key));
    }
    const subject = currentSubject();
    return subject === undefined ? execute() : inAccessScope(this.#observed(subject), execute);
  }

  /** Ends the record: interceptors may read what they like. */
  end(): void {
    this.#isOver = true;
  }

  #note(key: unknown): void {
    if (this.#isOver || ownKeys.has(key) || this.#keyed.includes(key)) return;
    if (key === Authentication) this.#readsClient = true;
    else this.foreignKeys.add(key);
  }

  /** Rules of rows ask who the client is. */
  #observed(subject: AccessSubject): AccessSubject {
    const note = () => this.#note(Authentication);
    return {
      get authentication() {
        note();
        return subject.authentication;
      },
      get remoteAddress() {
        note();
        return subject.remoteAddress;
      },
      get request() {
        note();
        return subject.request!;
      },
    };
  }
}
