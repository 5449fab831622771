import { describeValue, isThenable, type MaybePromise } from "../kernel/mod.ts";
import type { AccessRequest, AccessRule } from "./access_rule.ts";
import { Authentication } from "./authentication.ts";

/** A function that decides about one request. */
export type AccessPredicate = (request: AccessRequest) => MaybePromise<boolean>;

/**
 * Requires scopes, all of them.
 *
 * @param scopes as the authorization server grants them
 * @throws TypeError if there is none, or one is not a scope of RFC 6749
 *
 * @example
 * ```ts
 * import { requires } from "@espalier/espalier/security";
 *
 * console.log(requires("orders:read", "orders:write").description); // scope "orders:read" and scope "orders:write"
 * ```
 */
export function requires(...scopes: readonly string[]): AccessRule {
  if (scopes.length === 0) throw new TypeError("Cannot make a rule as requires(…) must be given a scope");
  for (const scope of scopes) requireScope(scope);
  return {
    description: scopes.map((scope) => `scope "${scope}"`).join(" and "),
    scopes,
    decidesByGrants: true,
    allows: ({ principal }) => scopes.every((scope) => principal.scopes.has(scope)),
  };
}

/**
 * Requires an authenticated caller.
 *
 * @example
 * ```ts
 * import { apiKeys, authenticated, security } from "@espalier/espalier/security";
 *
 * export const feature = security({ schemes: [apiKeys({ keys: [] })], paths: { "/admin/{*path}": authenticated() } });
 * ```
 */
export function authenticated(): AccessRule {
  return {
    description: "authenticated",
    scopes: [],
    decidesByGrants: true,
    allows: ({ authentication }) => Authentication.isKnown(authentication),
  };
}

/**
 * Requires a role.
 *
 * @param role as the scheme that authenticates grants it
 *
 * @example
 * ```ts
 * import { apiKeys, hasRole, security } from "@espalier/espalier/security";
 *
 * export const feature = security({ schemes: [apiKeys({ keys: [] })], paths: { "/admin/{*path}": hasRole("admin") } });
 * ```
 */
export function hasRole(role: string): AccessRule {
  if (typeof role !== "string" || role === "") {
    throw new TypeError(`Cannot make a rule as a role must be a string: current value is ${describeValue(role)}`);
  }
  return {
    description: `role "${role}"`,
    scopes: [],
    decidesByGrants: true,
    allows: ({ principal }) => principal.roles.has(role),
  };
}

/**
 * Allows every request, including those without credentials.
 *
 * @example
 * ```ts
 * import { apiKeys, permitAll, security } from "@espalier/espalier/security";
 *
 * export const feature = security({ schemes: [apiKeys({ keys: [] })], paths: { "/admin/{*path}": permitAll() } });
 * ```
 */
export function permitAll(): AccessRule {
  return { description: "nothing", scopes: [], decidesByGrants: true, allows: () => true };
}

/**
 * Lets no request go on.
 *
 * @example
 * ```ts
 * import { apiKeys, denyAll, security } from "@espalier/espalier/security";
 *
 * export const feature = security({ schemes: [apiKeys({ keys: [] })], paths: { "/admin/{*path}": denyAll() } });
 * ```
 */
export function denyAll(): AccessRule {
  return { description: "denied", scopes: [], decidesByGrants: true, allows: () => false };
}

/**
 * Makes a rule of a function.
 *
 * @param description the requirement, for reports
 * @param allows returns the decision; an exception denies the request
 *
 * @example
 * ```ts
 * import { Authentication, rule } from "@espalier/espalier/security";
 *
 * const ownProfile = rule("one's own profile", ({ principal, arguments: { name } }) => principal.name === name);
 * console.log(ownProfile.description, Authentication.isKnown(undefined)); // "one's own profile" false
 * ```
 */
export function rule(description: string, allows: AccessPredicate): AccessRule {
  requireFunction(description, allows);
  return { description, scopes: [], allows };
}

/**
 * Creates a rule from a function that decides for many requests in one call, such as those for the items of a list.
 *
 * @param description the requirement, for reports
 * @param allowsEach returns one decision for each request, in the same order
 *
 * @example
 * ```ts
 * import { batchedRule } from "@espalier/espalier/security";
 *
 * const owners = new Map([["o-1", "ada"]]);
 * // One look-up for all orders of a list.
 * export const ownOrder = batchedRule("one's own order", (requests) =>
 *   requests.map(({ principal, source }) => owners.get((source as { id: string }).id) === principal?.name)
 * );
 * ```
 */
export function batchedRule(
  description: string,
  allowsEach: (requests: readonly AccessRequest[]) => MaybePromise<readonly boolean[]>,
): AccessRule {
  requireFunction(description, allowsEach);
  return { description, scopes: [], allows: async (request) => (await allowsEach([request]))[0] === true, allowsEach };
}

/**
 * Requires all of the given rules; the first denial ends the evaluation.
 *
 * @param rules at least one
 *
 * @example
 * ```ts
 * import { allOf, apiKeys, hasRole, security } from "@espalier/espalier/security";
 *
 * export const feature = security({
 *   schemes: [apiKeys({ keys: [] })],
 *   paths: { "/admin/{*path}": allOf(hasRole("staff"), hasRole("admin")) },
 * });
 * ```
 */
export function allOf(...rules: readonly AccessRule[]): AccessRule {
  return combined(rules, { name: "allOf", word: " and ", decisive: false });
}

/**
 * Requires one of the given rules; the first one that allows ends the evaluation.
 *
 * @param rules at least one
 *
 * @example
 * ```ts
 * import { anyOf, apiKeys, hasRole, security } from "@espalier/espalier/security";
 *
 * export const feature = security({
 *   schemes: [apiKeys({ keys: [] })],
 *   paths: { "/admin/{*path}": anyOf(hasRole("staff"), hasRole("admin")) },
 * });
 * ```
 */
export function anyOf(...rules: readonly AccessRule[]): AccessRule {
  return combined(rules, { name: "anyOf", word: " or ", decisive: true });
}

/**
 * Turns a rule round.
 *
 * @param negated the rule that must deny
 *
 * @example
 * ```ts
 * import { apiKeys, hasRole, not, security } from "@espalier/espalier/security";
 *
 * export const feature = security({ schemes: [apiKeys({ keys: [] })], paths: { "/{*path}": not(hasRole("guest")) } });
 * ```
 */
export function not(negated: AccessRule): AccessRule {
  requireRules("not", [negated]);
  const { allowsEach } = negated;
  const flip = (allowed: boolean) => allowed !== true;
  return {
    description: `not (${negated.description})`,
    scopes: [],
    decidesByGrants: negated.decidesByGrants === true,
    allows: (request) => then(negated.allows(request), flip),
    ...(allowsEach === undefined ? {} : {
      allowsEach: (requests) => then(allowsEach.call(negated, requests), (decisions) => decisions.map(flip)),
    }),
  };
}

interface Combination {
  readonly name: string;
  readonly word: string;
  /** The decision of one rule that decides for all. */
  readonly decisive: boolean;
}

function combined(rules: readonly AccessRule[], { name, word, decisive }: Combination): AccessRule {
  requireRules(name, rules);
  const decide = (request: AccessRequest, from: number): MaybePromise<boolean> => {
    for (let i = from; i < rules.length; i++) {
      const decision = rules[i]!.allows(request);
      if (typeof decision !== "boolean") {
        return then(decision, (settled) => (settled === true) === decisive ? decisive : decide(request, i + 1));
      }
      if (decision === decisive) return decisive;
    }
    return !decisive;
  };
  return {
    description: rules.length === 1 ? rules[0]!.description : rules.map(inBrackets).join(word),
    scopes: decisive
      ? rules.find(({ scopes }) => scopes.length > 0)?.scopes ?? []
      : [...new Set(rules.flatMap(({ scopes }) => scopes))],
    decidesByGrants: rules.every((each) => each.decidesByGrants === true),
    allows: (request) => decide(request, 0),
    ...(rules.some(({ allowsEach }) => allowsEach !== undefined)
      ? { allowsEach: (requests: readonly AccessRequest[]) => decideEach(rules, requests, decisive) }
      : {}),
  };
}

async function decideEach(
  rules: readonly AccessRule[],
  requests: readonly AccessRequest[],
  decisive: boolean,
): Promise<readonly boolean[]> {
  const decisions = requests.map(() => !decisive);
  for (const each of rules) {
    const open = requests.flatMap((_, i) => decisions[i] === decisive ? [] : [i]);
    if (open.length === 0) break;
    const found = await allowsEach(each, open.map((i) => requests[i]!));
    for (const [at, i] of open.entries()) decisions[i] = found[at] === true;
  }
  return decisions;
}

/**
 * Evaluates a rule for several requests, in one call if the rule supports it.
 *
 * @param asked the rule
 * @param requests the requests to decide
 * @returns one decision for each request
 * @throws TypeError when the rule returns another number of decisions
 */
export async function allowsEach(asked: AccessRule, requests: readonly AccessRequest[]): Promise<readonly boolean[]> {
  if (asked.allowsEach === undefined) return await Promise.all(requests.map((request) => asked.allows(request)));
  const decisions = await asked.allowsEach(requests);
  if (Array.isArray(decisions) && decisions.length === requests.length) return decisions;
  throw new TypeError(
    `Cannot use the decisions of the rule ${asked.description} as there must be one for each of ${requests.length} ` +
      `requests: current value is ${describeValue(decisions)}`,
  );
}

function then<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  // Query builders are thenable and no promises: `not` would turn such an object itself into a permission.
  const isLater = typeof value === "object" && value !== null && isThenable(value);
  return isLater ? Promise.resolve(value as PromiseLike<T>).then(next) : next(value as T);
}

function inBrackets({ description }: AccessRule): string {
  return / (and|or) /.test(description) ? `(${description})` : description;
}

// RFC 6749, 3.3; other characters would break the quoted string of a challenge.
function requireScope(scope: unknown): void {
  if (typeof scope === "string" && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) return;
  throw new TypeError(
    `Cannot require a scope as it must be printable ASCII without spaces, quotes and backslashes: current value is ${
      describeValue(scope)
    }`,
  );
}

function requireRules(name: string, rules: readonly AccessRule[]): void {
  const wrong = rules.findIndex((each) => typeof each?.allows !== "function");
  if (rules.length > 0 && wrong < 0) return;
  throw new TypeError(
    `Cannot combine rules as ${name}(…) must be given rules, such as requires("orders:read"): current value is ${
      describeValue(rules[wrong])
    }`,
  );
}

function requireFunction(description: string, decide: unknown): void {
  if (typeof decide === "function") return;
  throw new TypeError(
    `Cannot make the rule "${description}" as it must be decided by a function: current value is ${
      describeValue(decide)
    }`,
  );
}
