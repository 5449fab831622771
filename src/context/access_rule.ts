import type { MaybePromise } from "../kernel/mod.ts";
import type { Authentication } from "./authentication.ts";
import { Principal } from "./principal.ts";

/** The input of an {@linkcode AccessRule}. */
export interface AccessRequest {
  /** The authentication of the caller; `undefined` if the request has no credentials. */
  readonly authentication: Authentication | undefined;
  /** Name, scopes, roles and claims of the caller; empty if the caller is not authenticated. */
  readonly principal: Principal;
  /** The arguments of a field, the variables of a path; otherwise empty. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The object that a field or a property belongs to; `undefined` at the root. */
  readonly source: unknown;
}

/**
 * Decides whether a request is allowed. A rule that throws denies it.
 *
 * Rules are created by functions such as `requires("orders:write")`, and combined by `allOf`, `anyOf` and `not`.
 */
export interface AccessRule {
  /** The requirement, for reports: `scope "orders:write"`. */
  readonly description: string;
  /** Scopes that a denied client is told to request; empty if the rule does not depend on scopes. */
  readonly scopes: readonly string[];
  /** Whether the decision depends only on scopes, roles, and whether the client is authenticated. */
  readonly decidesByGrants?: boolean;
  /**
   * Decides about one request.
   *
   * @param request the caller and the requested access
   * @returns whether the request may go on
   */
  allows(request: AccessRequest): MaybePromise<boolean>;
  /**
   * Decides for the items of a list in one call, if the rule supports it; otherwise `allows` is called for each item.
   *
   * @param requests one for each item
   * @returns one decision for each request, in the same order
   */
  allowsEach?(requests: readonly AccessRequest[]): MaybePromise<readonly boolean[]>;
}

const nobody = new Principal("anonymous");

const noArguments: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * Creates the request that a rule decides about.
 *
 * @param authentication the authentication of the caller
 * @param subject arguments and source, if any
 */
export function accessRequest(
  authentication: Authentication | undefined,
  subject: { readonly arguments?: Readonly<Record<string, unknown>>; readonly source?: unknown } = {},
): AccessRequest {
  const isKnown = authentication !== undefined && !authentication.isAnonymous;
  return {
    authentication,
    principal: isKnown ? authentication.grants : nobody,
    arguments: subject.arguments ?? noArguments,
    source: subject.source,
  };
}
