import type { MaybePromise } from "../../kernel/mod.ts";
import type { PhaseEnd } from "./instrumentation.ts";

/**
 * Runs a phase of a request, and tells the instrumentation how it ended.
 *
 * @param end hears of the result or the failure; absent where nobody does
 * @param run the phase
 */
export function observe<R>(end: PhaseEnd<R> | void, run: () => MaybePromise<R>): MaybePromise<R> {
  if (!end) return run();
  const failed = (error: unknown): never => {
    end(undefined, error);
    throw error;
  };
  const succeeded = (result: R): R => {
    end(result, undefined);
    return result;
  };
  let outcome: MaybePromise<R>;
  try {
    outcome = run();
  } catch (error) {
    return failed(error);
  }
  return outcome instanceof Promise ? outcome.then(succeeded, failed) : succeeded(outcome);
}
