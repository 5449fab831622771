import { AsyncLocalStorage } from "node:async_hooks";
import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";
import type { Authentication } from "./authentication.ts";

/** Who the running work is done for; read when a rule asks, as credentials may be renewed meanwhile. */
export interface AccessSubject {
  readonly authentication: Authentication | undefined;
  /** Address of the connection's other end, where there is one. */
  readonly remoteAddress?: string | undefined;
  /** The request, or the handshake of the connection. */
  readonly request?: { readonly headers: Headers };
}

/** Bound where rules have to know who the running work is for: then requests and connections run in a scope. */
export const AccessScoped: ServiceIdentifier<true> = token<true>("AccessScoped");

// Holds nothing by itself: its values belong to requests.
const scope = new AsyncLocalStorage<AccessSubject | undefined>();

/**
 * Runs work for a client.
 *
 * @param subject who it is
 * @param work what to do, and everything asynchronous that it starts
 */
export function inAccessScope<R>(subject: AccessSubject, work: () => R): R {
  return scope.run(subject, work);
}

/** Who the running work is done for; `undefined` outside of requests, and within {@linkcode asSystem}. */
export function currentSubject(): AccessSubject | undefined {
  return scope.getStore();
}

/**
 * Runs work of the service itself within a request: rules of rows don't apply to it.
 *
 * @param work what to do, and everything asynchronous that it starts
 * @returns what the work returned
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
