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

/** Keys of the framework whose values do not affect results. */
const ownKeys: ReadonlySet<unknown> = new Set<unknown>([
  CacheHints,
  ContextSnapshot,
  ContextSnapshotFactory,
  OperationCharge,
  ResultBudget,
]);

/** Records the dependencies of one execution's result, in addition to document and variables. */
export class ExecutionRecord {
  /** The policies set by data fetchers. */
  readonly hints: CacheHints = new CacheHints();
  /** Keys of context values that were read and are not part of the cache key. */
  readonly foreignKeys: Set<unknown> = new Set();
  readonly #keyed: readonly unknown[];
  #readsClient = false;
  #isOver = false;

  /** @param keyed keys of context values that are part of the key */
  constructor(keyed: readonly unknown[]) {
    this.#keyed = keyed;
  }

  /** Whether the client's identity or its row rules were read. */
  get readsClient(): boolean {
    return this.#readsClient;
  }

  /**
   * Runs an execution.
   *
   * @param contexts the context of the request, and others that data fetchers may read
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

  /** Ends the recording: reads of interceptors do not count. */
  end(): void {
    this.#isOver = true;
  }

  #note(key: unknown): void {
    if (this.#isOver || ownKeys.has(key) || this.#keyed.includes(key)) return;
    if (key === Authentication) this.#readsClient = true;
    else this.foreignKeys.add(key);
  }

  /** Row rules read the client's identity. */
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
