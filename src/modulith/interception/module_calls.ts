import { AsyncLocalStorage } from "node:async_hooks";
import type { ModuleCall, ModuleCallInterceptor } from "../../kernel/mod.ts";
import { isIterator, observedIterator } from "./observed_iterator.ts";

/** How often one module has called another. */
export interface CallCount {
  /** Identifier of the module at work; `undefined` for calls from outside of all modules. */
  readonly from: string | undefined;
  /** The module that was called. */
  readonly to: string;
  /** The number of calls. */
  readonly count: number;
}

/**
 * Passes calls between modules through the interceptors, and knows which module is at work. The class is its own
 * identifier; the bean is there only where calls are intercepted.
 */
export class ModuleCalls {
  readonly #interceptors: readonly ModuleCallInterceptor[];
  readonly #current = new AsyncLocalStorage<string>();
  readonly #counts: Counts = new Map();
  readonly #deliveries: Counts = new Map();

  /**
   * Creates the calls.
   *
   * @param interceptors in order, the first is the outermost
   */
  constructor(interceptors: readonly ModuleCallInterceptor[]) {
    this.#interceptors = interceptors;
  }

  /** The identifier of the module at work; `undefined` outside of all modules. */
  get currentModule(): string | undefined {
    return this.#current.getStore();
  }

  /**
   * How often each module has called another since the start, as far as somebody saw it: with tracing in recorded traces;
   * `from` is `undefined` for calls from outside.
   */
  get counts(): readonly CallCount[] {
    return listed(this.#counts);
  }

  /**
   * How often listeners of a module have been called since the start, which are no calls of the publisher; `from` is
   * `undefined` for events that were published outside of all modules and for those that were delivered again.
   */
  get deliveries(): readonly CallCount[] {
    return listed(this.#deliveries);
  }

  /**
   * Prepares a call that is made often.
   *
   * @param call what is called
   * @returns makes the call, given the work to do: directly when the module itself is calling, else through the
   *   interceptors
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
      return chain(() => current.run(identifier, inPlace, work));
    };
  }
}

/** Tells whether nobody wants to see a call. */
function allIdle(interceptors: readonly ModuleCallInterceptor[]): () => boolean {
  const [first, ...rest] = interceptors;
  if (first === undefined || interceptors.some((each) => each.isIdle === undefined)) return () => false;
  return rest.length === 0 ? () => first.isIdle!() : () => interceptors.every((each) => each.isIdle!());
}

/** Counts by the module that is called, then by the module at work. */
type Counts = Map<string, Map<string | undefined, number>>;

function listed(counts: Counts): CallCount[] {
  return [...counts].flatMap(([to, callers]) => [...callers].map(([from, count]) => ({ from, to, count })));
}

/**
 * Runs each step of a returned iterator in the async context of the call: a generator body otherwise runs in the
 * context of `next()`.
 */
function inPlace(work: () => unknown): unknown {
  const result = work();
  return isIterator(result) ? observedIterator(result, { run: AsyncLocalStorage.snapshot() }) : result;
}
