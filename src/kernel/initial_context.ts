import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/**
 * A value of the async context that every HTTP request finds. It is set once, when the application starts, so that
 * requests pay nothing for it.
 *
 * @example
 * ```ts
 * import { AsyncLocalStorage } from "node:async_hooks";
 * import { createApp, createContainer, InitialContext } from "@espalier/espalier";
 *
 * const zone = new AsyncLocalStorage<string>();
 * const container = createContainer();
 * container.bind(InitialContext).toConstantValue({ within: (enter) => zone.run("eu", enter) });
 * await using app = await createApp(container); // every request finds zone.getStore() === "eu"
 * ```
 */
export interface InitialContext {
  /**
   * Sets the value.
   *
   * @param enter called once, in a context that has the value
   */
  within(enter: () => void): void;
}

/** Identifier of the {@linkcode InitialContext} beans. */
export const InitialContext: ServiceIdentifier<InitialContext> = token<InitialContext>("InitialContext");
