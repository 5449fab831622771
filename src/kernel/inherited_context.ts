import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/**
 * Hands a value of the caller's async context on to requests.
 *
 * `app.fetch` handles every request in a clean async context, so the host's middleware around it is not seen by the
 * application's code. A bean of this kind names one value that is to be seen. The host must set it for every request:
 * otherwise a request may inherit the value of an earlier one, which Deno leaves behind after a dynamic `import()`.
 *
 * @example
 * ```ts
 * import { AsyncLocalStorage } from "node:async_hooks";
 * import { createApp, createContainer, InheritedContext, inheritFrom } from "@espalier/espalier";
 *
 * const tenant = new AsyncLocalStorage<string>();
 * const container = createContainer();
 * container.bind(InheritedContext).toConstantValue(inheritFrom(tenant));
 * await using app = await createApp(container);
 * const response = await tenant.run("acme", () => app.fetch(new Request("http://localhost/nothing-here")));
 * console.log(response.status); // 404
 * ```
 */
export interface InheritedContext {
  /**
   * Reads the value; called in the caller's async context.
   *
   * @returns a function that runs the request with the value; `undefined` if there is none
   */
  capture(): (<R>(run: () => R) => R) | undefined;
}

/** Identifier of the {@linkcode InheritedContext} beans. */
export const InheritedContext: ServiceIdentifier<InheritedContext> = token<InheritedContext>("InheritedContext");

/** An `AsyncLocalStorage`, or an accessor over one: reads the current value, and runs a function with a value. */
export type ContextStorage<T> =
  & ({ getStore(): T | undefined } | { getValue(): T | undefined })
  & { run<R>(value: T, run: () => R): R };

/**
 * Lets requests inherit the value of an `AsyncLocalStorage`, or of an `AsyncLocalAccessor`, from the caller of
 * `app.fetch`.
 *
 * @param storage is set by the host for every request
 * @returns a bean for the application's container
 *
 * @example
 * ```ts
 * import { AsyncLocalStorage } from "node:async_hooks";
 * import { inheritFrom } from "@espalier/espalier";
 *
 * const tenant = new AsyncLocalStorage<string>();
 * const run = tenant.run("acme", () => inheritFrom(tenant).capture());
 * console.log(run?.(() => tenant.getStore())); // "acme"
 * ```
 */
export function inheritFrom<T>(storage: ContextStorage<T>): InheritedContext {
  return {
    capture: () => {
      const value = "getStore" in storage ? storage.getStore() : storage.getValue();
      return value === undefined ? undefined : (run) => storage.run(value, run);
    },
  };
}
