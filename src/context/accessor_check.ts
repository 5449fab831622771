import { AsyncLocalStorage } from "node:async_hooks";
import type { ThreadLocalAccessor } from "./thread_local_accessor.ts";

/**
 * Makes sure that an accessor keeps two interleaved flows apart, as `AsyncLocalStorage` does and a variable does not.
 *
 * @param accessor the accessor
 * @throws TypeError that names the accessor's key when it mixes up the flows
 */
export async function requireSeparateScopes(accessor: ThreadLocalAccessor): Promise<void> {
  const [first, second] = [{ scope: 1 }, { scope: 2 }];
  const gate = Promise.withResolvers<void>();
  const scope = async (value: object) => {
    accessor.setValue(value);
    await gate.promise;
    const seen = accessor.getValue();
    accessor.reset();
    return seen;
  };
  // Each flow runs in its own async context, so that values which it sets do not leak.
  const flows = [first, second].map((value) => AsyncLocalStorage.snapshot()(() => scope(value)));
  gate.resolve();
  const [seenByFirst, seenBySecond] = await Promise.all(flows);
  if (seenByFirst === first && seenBySecond === second) return;
  throw new TypeError(
    `Cannot use the accessor of key "${String(accessor.key())}" as it must be backed by AsyncLocalStorage: ` +
      "its value leaks between two concurrent flows",
  );
}
