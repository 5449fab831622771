import { AsyncLocalStorage } from "node:async_hooks";
import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";
import type { Authentication } from "./authentication.ts";

/**
 * Returns the caller on whose behalf the work runs; called at each decision, as credentials may be renewed meanwhile.
 */
export interface AccessSubject {
  readonly authentication: Authentication | undefined;
  /** Address of the peer of the connection, if there is one. */
  readonly remoteAddress?: string | undefined;
  /** The request, or the handshake of the connection. */
  readonly request?: { readonly headers: Headers };
}

/** Bound if rules need the current caller: then requests and connections run in a scope. */
export const AccessScoped: ServiceIdentifier<true> = token<true>("AccessScoped");

// Module state is safe here: the storage holds values of requests only.
const scope = new AsyncLocalStorage<AccessSubject | undefined>();

/**
 * Runs work for a client.
 *
 * @param subject the caller
 * @param work the function; asynchronous work that it starts is included
 */
export function inAccessScope<R>(subject: AccessSubject, work: () => R): R {
  return scope.run(subject, work);
}

/**
 * Returns the caller on whose behalf the current work runs; `undefined` outside of requests, and within {@linkcode
 * asSystem}.
 */
export function currentSubject(): AccessSubject | undefined {
  return scope.getStore();
}

/**
 * Runs work of the service itself within a request: rules of rows don't apply to it.
 *
 * @param work the function; asynchronous work that it starts is included
 * @returns the result of the work
 *
 * @example
 * ```ts
 * import { asSystem } from "@espalier/espalier/security";
 *
 * const total = await asSystem(() => Promise.resolve(42)); // reads rows of all owners
 * console.log(total); // 42
 * ```
 */
export function asSystem<R>(work: () => R): R {
  return scope.run(undefined, work);
}
