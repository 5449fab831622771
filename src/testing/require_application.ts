import type { Application } from "../app/mod.ts";
import { describeValue } from "../kernel/mod.ts";

/**
 * Rejects a value that is no application, such as the promise of one.
 *
 * @param app the argument of a tester
 * @throws TypeError naming what is needed
 */
export function requireApplication(app: Application): void {
  if (typeof app?.fetch === "function") return;
  throw new TypeError(
    `Cannot test as there must be an application, await createApp(…): current value is ${describeValue(app)}`,
  );
}
