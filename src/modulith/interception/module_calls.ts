import { AsyncLocalStorage } from "node:async_hooks";
import type { ModuleCall, ModuleCallInterceptor } from "../../kernel/mod.ts";
import { isIterator, observedIterator } from "./observed_iterator.ts";

/** How often one module has called another. */
export interface CallCount {
  /** Identifier of the calling module; `undefined` for calls from outside of all modules. */
  readonly from: string | undefined;
  /** The module that was called. */
  readonly to: string;
  /** The number of calls. */
  readonly count: number;
}

/**
 * Passes calls between modules through the interceptors, and tracks the current module. The class is its own service
 * identifier; the bean exists only if calls are intercepted.
 */
export class ModuleCalls {
  readonly #interceptors: readonly ModuleCallInterceptor[];
  readonly #current = new AsyncLocalStorage<string>();
  readonly #counts: Counts = new Map();
  readonly #deliveries: Counts = new Map();

  /**
   * Creates the calls.
   *
   * @param interceptors the interceptors, the outermost first
   */
  constructor(interceptors: readonly ModuleCallInterceptor[]) {
    this.#interceptors = interceptors;
  }

  /** The identifier of the current module; `undefined` outside of all modules. */
  get currentModule(): string | undefined {
    return this.#current.getStore();
  }

  /**
   * Number of calls from each module to another since start-up, as far as an interceptor observed them: with tracing,
   * calls in recorded traces. `from` is `undefined` for calls from outside of all modules.
   */
  get counts(): readonly CallCount[] {
    return listed(this.#counts);
  }

  /**
   * Number of listener calls of each module since start-up, which are not calls by the publisher. `from` is `undefined`
   * for events that were published outside of all modules, and for repeated deliveries.
   */
  get deliveries(): readonly CallCount[] {
    return listed(this.#deliveries);
  }

  /**
   * Prepares a call once for all its executions.
   *
   * @param call the called method
   * @returns a function that runs the given work: directly when the module calls itself, else through the interceptors
   */
  prepare(call: ModuleCall): (work: () => unknown) => unknown {
    const { identifier } = call.module;
    const chain = this.#interceptors.reduceRight<(proceed: () => unknown) => unknown>(
      (next, interceptor) => (proceed) => interceptor.intercept(call, () => next(proceed)),
      (proceed) => proceed(),
    );
    const current = this.#current;
    const isIdle = allIdle(this.#interceptors);
    const kind = call.invocation === "event-listener" ? this.#deliveries : this.#counts;
    const counts = kind.get(identifier) ?? new Map<string | undefined, number>();
    kind.set(identifier, counts);
    return (work) => {
      const from = current.getStore();
      if (from === identifier || isIdle()) return work();
      counts.set(from, (counts.get(from) ?? 0) + 1);
      return chain(() => current.run(identifier, bindIteratorContext, work));
    };
  }
}

/** Returns a check whether all interceptors are idle at present. */
function allIdle(interceptors: readonly ModuleCallInterceptor[]): () => boolean {
  const [first, ...rest] = interceptors;
  if (first === undefined || interceptors.some((each) => each.isIdle === undefined)) return () => false;
  return rest.length === 0 ? () => first.isIdle!() : () => interceptors.every((each) => each.isIdle!());
}

/** Counts by the called module, then by the calling module. */
type Counts = Map<string, Map<string | undefined, number>>;

function listed(counts: Counts): CallCount[] {
  return [...counts].flatMap(([to, callers]) => [...callers].map(([from, count]) => ({ from, to, count })));
}

/**
 * Runs each step of a returned iterator in the async context of the call: a generator body otherwise runs in the
 * context of `next()`.
 */
function bindIteratorContext(work: () => unknown): unknown {
  const result = work();
  return isIterator(result) ? observedIterator(result, { run: AsyncLocalStorage.snapshot() }) : result;
}
