import { AsyncLocalStorage } from "node:async_hooks";
import type { ModuleCall, ModuleCallInterceptor } from "../../kernel/mod.ts";
import { isIterator, observedIterator } from "./observed_iterator.ts";

/**
 * Passes calls between modules through the interceptors, and knows which module is at work. The class is its own
 * identifier; the bean is there only where calls are intercepted.
 */
export class ModuleCalls {
  readonly #interceptors: readonly ModuleCallInterceptor[];
  readonly #current = new AsyncLocalStorage<string>();
  readonly #counts = new Map<string, Map<string | undefined, number>>();

  /** @param interceptors in order, the first is the outermost */
  constructor(interceptors: readonly ModuleCallInterceptor[]) {
    this.#interceptors = interceptors;
  }

  /** The identifier of the module at work; `undefined` outside of all modules. */
  get currentModule(): string | undefined {
    return this.#current.getStore();
  }

  /** How often each module has called another since the start; `from` is `undefined` for calls from outside. */
  get counts(): readonly { readonly from: string | undefined; readonly to: string; readonly count: number }[] {
    return [...this.#counts].flatMap(([to, counts]) => [...counts].map(([from, count]) => ({ from, to, count })));
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
    const counts = this.#counts.get(identifier) ?? new Map<string | undefined, number>();
    this.#counts.set(identifier, counts);
    return (work) => {
      const from = current.getStore();
      if (from === identifier) return work();
      counts.set(from, (counts.get(from) ?? 0) + 1);
      return chain(() => current.run(identifier, inPlace, work));
    };
  }
}

/** The body of a generator runs where `next` is called: each step returns to the surroundings of the call. */
function inPlace(work: () => unknown): unknown {
  const result = work();
  return isIterator(result) ? observedIterator(result, { run: AsyncLocalStorage.snapshot() }) : result;
}
