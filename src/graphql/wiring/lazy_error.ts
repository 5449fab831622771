import { type ASTNode, GraphQLError, type Source } from "../../../deps.ts";

/** Maximum number of places in the document that an error names. */
export const maxErrorNodes = 20;

/** What an error is made of beside its message, as `GraphQLError` has it. */
export interface LazyErrorParts {
  readonly nodes?: readonly ASTNode[] | undefined;
  readonly source?: Source | undefined;
  readonly positions?: readonly number[] | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly originalError?: Error | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Makes a `GraphQLError` without what costs most: the lines and columns of its places, which graphql-js counts from the
 * start of the document, and the text of the original error's stack. Both are made when they are read. Most errors of an
 * operation that fails for thousands of items are neither sent nor logged.
 *
 * @param message the message
 * @param parts where the error is, and what caused it; at most 20 nodes are kept
 */
export function lazyError(message: string, parts: LazyErrorParts): GraphQLError {
  const { path, originalError, extensions } = parts;
  const error: Mutable<GraphQLError> = new GraphQLError(message, {
    path,
    extensions,
    ...(originalError === undefined ? {} : { cause: originalError }), // graphql-js reads the stack of an `originalError`
  });
  const nodes = parts.nodes?.slice(0, maxErrorNodes);
  const places = nodes?.map(({ loc }) => loc).filter((loc) => loc !== undefined) ?? [];
  error.nodes = nodes?.length === 0 ? undefined : nodes;
  error.source = parts.source ?? places[0]?.source;
  error.positions = parts.positions?.slice(0, maxErrorNodes) ??
    (places.length === 0 ? undefined : places.map(({ start }) => start));
  const { source, positions } = error;
  const properties: PropertyDescriptorMap = { [lazy]: { value: true } };
  if (source !== undefined && positions !== undefined) {
    properties.locations = lazily(error, "locations", () => new GraphQLError("", { source, positions }).locations);
  }
  if (originalError !== undefined) properties.stack = lazily(error, "stack", () => originalError.stack);
  return Object.defineProperties(error, properties);
}

/** Whether an error was made by {@linkcode lazyError}. */
export function isLazyError(error: GraphQLError): boolean {
  return lazy in error;
}

const lazy: unique symbol = Symbol("espalier.lazyError");

/** The first reading makes a plain property. */
function lazily(error: GraphQLError, name: "locations" | "stack", make: () => unknown): PropertyDescriptor {
  const enumerable = name === "locations";
  const set = (value: unknown) => {
    Object.defineProperty(error, name, { value, enumerable, writable: true, configurable: true });
  };
  const get = () => {
    const value = make();
    set(value);
    return value;
  };
  return { enumerable, configurable: true, get, set };
}
