import { type GraphQLSchema, type OperationDefinitionNode, printSchema, valueFromASTUntyped } from "../../deps.ts";
import {
  accessRequest,
  Authentication,
  ContextSnapshot,
  ContextSnapshotFactory,
  peekContext,
  Principal,
  type VisibilityProfiles,
} from "../context/mod.ts";
import type { ExecutionInput } from "../graphql/mod.ts";
import type { CachePlan } from "./plan/cache_plan.ts";
import { hashOf } from "./hash_of.ts";

/** The clients that share a response: all, those with the same roles and scopes, or only the same principal. */
export type Sharing = "everybody" | "grants" | "principal";

/** The parts of keys, in addition to the request. */
export interface RequestKeyParts {
  /** Identifies the schema and its data fetchers. */
  readonly version: string;
  /** Keys of context values that responses may depend on. */
  readonly contextKeys: readonly unknown[];
  /** Identifies a client. */
  readonly principal: ((authentication: Authentication) => string | undefined) | undefined;
  readonly profiles: VisibilityProfiles | undefined;
}

/** Claims that differ from token to token of the same client. */
const claimsOfTokens: readonly string[] = ["exp", "iat", "nbf", "jti"];

/** Creates the cache keys of responses: two requests have the same one if they must get the same response. */
export class RequestKeys {
  readonly #parts: RequestKeyParts;
  readonly #schemas = new WeakMap<GraphQLSchema, string>();

  /** @param parts the common parts of all keys */
  constructor(parts: RequestKeyParts) {
    this.#parts = parts;
  }

  /**
   * Creates the part of the key that all requests of an operation share.
   *
   * @param schema against which it is valid
   * @param node the operation
   * @param plan of it
   */
  prefixOf(schema: GraphQLSchema, { name }: OperationDefinitionNode, { documentHash }: CachePlan): string {
    let hash = this.#schemas.get(schema);
    if (hash === undefined) this.#schemas.set(schema, hash = hashOf(printSchema(schema)));
    return JSON.stringify([hash, this.#parts.version, documentHash, name?.value ?? ""]);
  }

  /**
   * Makes the key of a request.
   *
   * @param prefix of its operation
   * @param input the request
   * @param parts the operation, and the clients that share its responses
   * @returns `undefined` if nothing may be cached, because the dependencies of the response are unknown
   */
  keyOf(
    prefix: string,
    input: ExecutionInput,
    { node, sharing }: { readonly node: OperationDefinitionNode; readonly sharing: Sharing },
  ): string | undefined {
    const { graphQlContext: context } = input;
    const authentication = peekContext(context, Authentication) as Authentication | undefined;
    const client = this.#clientOf(authentication, sharing);
    const variables = variablesOf(node, input.variables);
    const values = this.#parts.contextKeys.map((key) => peekContext(context, key));
    const surroundings = canonical([values, this.#captured(input)]);
    if (client === undefined || variables === undefined || surroundings === undefined) return undefined;
    const profile = this.#parts.profiles?.of(authentication) ?? "";
    return hashOf(
      `${prefix}\n${variables}\n${surroundings}\n${JSON.stringify([sharing, profile, input.locale])}\n${client}`,
    );
  }

  #clientOf(authentication: Authentication | undefined, sharing: Sharing): string | undefined {
    if (sharing === "everybody") return "";
    const isKnown = Authentication.isKnown(authentication);
    const { scopes, roles, name, claims } = accessRequest(authentication).principal;
    const grants = JSON.stringify([isKnown, [...scopes].sort(), [...roles].sort()]);
    if (sharing === "grants") return grants;
    if (!isKnown) return undefined;
    const { principal, scheme = "" } = authentication;
    const identity = this.#parts.principal === undefined
      ? identityOf(principal)
      : this.#parts.principal(authentication);
    const lasting = Object.fromEntries(Object.entries(claims).filter(([claim]) => !claimsOfTokens.includes(claim)));
    const ofToken = canonical([scheme, name, lasting]);
    return identity === undefined || ofToken === undefined ? undefined : `${grants}\n${ofToken}\n${identity}`;
  }

  /** Values that data fetchers may read from the async context, whose reads cannot be observed. */
  #captured({ graphQlContext: context }: ExecutionInput): unknown {
    const factory = peekContext(context, ContextSnapshotFactory);
    if (!(factory instanceof ContextSnapshotFactory)) return [];
    const captured = peekContext(context, ContextSnapshot);
    const later = factory.captureFrom(context).entries;
    const earlier = captured instanceof ContextSnapshot ? captured.entries : [];
    return [...earlier, ...later].map(([key, value]) => [String(key), value]);
  }
}

/** @returns `undefined` if an object may have hidden state */
function identityOf(principal: unknown): string | undefined {
  if (principal instanceof Principal) return "principal";
  return canonical(principal);
}

function variablesOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const values = variableDefinitions.map(({ variable: { name: { value: name } }, defaultValue }) => {
    if (Object.hasOwn(given, name) && given[name] !== undefined) return [name, given[name]];
    return defaultValue === undefined ? [name] : [name, valueFromASTUntyped(defaultValue)];
  });
  return canonical(values);
}

/**
 * Writes a value of JSON so that equal values are equal.
 *
 * @returns `undefined` for values that JSON cannot represent, such as files and objects of classes
 */
function canonical(value: unknown): string | undefined {
  switch (typeof value) {
    case "undefined":
      return "-";
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) || !Number.isFinite(value) ? undefined : String(value);
    case "object":
      return value === null ? "null" : Array.isArray(value) ? joined(value, "[]") : canonicalObject(value);
    default:
      return undefined;
  }
}

function canonicalObject(value: object): string | undefined {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return undefined;
  const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return joined(entries.flat(), "{}");
}

function joined(values: readonly unknown[], [open, close]: string): string | undefined {
  const texts: string[] = [];
  for (const value of values) {
    const text = canonical(value);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return `${open}${texts.join()}${close}`;
}
