import type { ServiceIdentifier } from "../../deps.ts";
import type { ModuleCall } from "./module_call.ts";
import type { Ordered } from "./ordered.ts";
import { token } from "./token.ts";

/**
 * Intercepts calls from one application module into another, as tracing does. Methods are intercepted only if an
 * interceptor is bound.
 *
 * The first in `order` is the outermost.
 */
export interface ModuleCallInterceptor extends Ordered {
  /**
   * Sees one call.
   *
   * @param call the call
   * @param proceed makes the call; returns what the method returns, which may be a promise or an iterator
   * @returns what the caller receives
   */
  intercept(call: ModuleCall, proceed: () => unknown): unknown;
  /**
   * Whether the current work need not be intercepted. If all interceptors return true, a call is made directly, is not
   * counted, and which module is at work is not followed: following costs several microseconds for each call.
   */
  isIdle?(): boolean;
}

/** Identifier of the {@linkcode ModuleCallInterceptor} beans. */
export const ModuleCallInterceptor: ServiceIdentifier<ModuleCallInterceptor> = token<ModuleCallInterceptor>(
  "ModuleCallInterceptor",
);
