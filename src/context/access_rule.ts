import type { MaybePromise } from "../kernel/mod.ts";
import type { Authentication } from "./authentication.ts";
import { Principal } from "./principal.ts";

/** What an {@linkcode AccessRule} decides about. */
export interface AccessRequest {
  /** Who asks; `undefined` where no credentials came. */
  readonly authentication: Authentication | undefined;
  /** Name, scopes, roles and claims of who asks; empty ones where nobody has authenticated. */
  readonly principal: Principal;
  /** The arguments of a field, the variables of a path; otherwise empty. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The object that a field or a property belongs to; `undefined` at the root. */
  readonly source: unknown;
}

/**
 * Decides whether a request may go on. A rule that throws refuses.
 *
 * Rules are made by functions such as `requires("orders:write")`, and combined by `allOf`, `anyOf` and `not`.
 */
export interface AccessRule {
  /** What the rule requires, for reports: `scope "orders:write"`. */
  readonly description: string;
  /** Scopes that clients are told to ask for when the rule refuses; empty where it is not a matter of scopes. */
  readonly scopes: readonly string[];
  /** Whether the decision depends on nothing but scopes, roles, and whether the client is known. */
  readonly decidesByGrants?: boolean;
  /**
   * Decides about one request.
   *
   * @param request who asks, and for what
   * @returns whether the request may go on
   */
  allows(request: AccessRequest): MaybePromise<boolean>;
  /**
   * Decides for the items of a list in one call, where the rule can; otherwise `allows` is called for each.
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
 * @param authentication who asks
 * @param subject arguments and source, where there are any
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
