import { type ASTNode, GraphQLError, type Source } from "../../../deps.ts";

/** The maximum number of document locations per error. */
export const maxErrorNodes = 20;

/** The options of an error besides its message, as for `GraphQLError`. */
export interface LazyErrorParts {
  readonly nodes?: readonly ASTNode[] | undefined;
  readonly source?: Source | undefined;
  readonly positions?: readonly number[] | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly originalError?: Error | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates a `GraphQLError` whose expensive parts are computed when they are read: the lines and columns of its
 * locations, which graphql-js counts from the start of the document, and the stack, which takes Deno 50 microseconds.
 * If an operation fails for thousands of items, most of its errors are neither sent nor logged.
 *
 * @param message the message
 * @param parts the locations and the cause of the error; at most 20 nodes are stored
 */
export function lazyError(message: string, parts: LazyErrorParts): GraphQLError {
  return new LazyError(message, parts) as unknown as GraphQLError; // it has the prototype of `GraphQLError`
}

/** Whether an error was made by {@linkcode lazyError}. */
export function isLazyError(error: GraphQLError): boolean {
  return LazyError.is(error);
}

/** Has the prototype of `GraphQLError`, but does not run its constructor: each `Error` constructor captures a stack. */
class LazyError {
  readonly message: string;
  readonly path: LazyErrorParts["path"];
  extensions: Readonly<Record<string, unknown>>;
  readonly #nodes: readonly ASTNode[] | undefined;
  readonly #source: Source | undefined;
  readonly #positions: readonly number[] | undefined;
  readonly #originalError: Error | undefined;
  #locations: GraphQLError["locations"] | null = null;
  #stack: string | undefined;

  constructor(message: string, { nodes, source, positions, path, originalError, extensions }: LazyErrorParts) {
    this.message = message === undefined ? message : `${message}`; // an exception may have no message, or one that is not a string
    this.path = path;
    this.extensions = extensions ?? extensionsOf(originalError) ?? {};
    this.#originalError = originalError;
    this.#nodes = nodes === undefined || nodes.length === 0 ? undefined : nodes.slice(0, maxErrorNodes);
    const places = this.#nodes?.map(({ loc }) => loc).filter((loc) => loc !== undefined) ?? [];
    this.#source = source ?? places[0]?.source;
    this.#positions = positions?.slice(0, maxErrorNodes) ??
      (places.length === 0 ? undefined : places.map(({ start }) => start));
  }

  static is(error: object): boolean {
    return #positions in error;
  }

  get name(): string {
    return "GraphQLError";
  }

  get nodes(): readonly ASTNode[] | undefined {
    return this.#nodes;
  }

  get source(): Source | undefined {
    return this.#source;
  }

  get positions(): readonly number[] | undefined {
    return this.#positions;
  }

  get originalError(): Error | undefined {
    return this.#originalError;
  }

  get cause(): Error | undefined {
    return this.#originalError;
  }

  get locations(): GraphQLError["locations"] {
    if (this.#locations === null) {
      const [source, positions] = [this.#source, this.#positions];
      const isPlaced = source !== undefined && positions !== undefined;
      this.#locations = isPlaced ? new GraphQLError("", { source, positions }).locations : undefined;
    }
    return this.#locations;
  }

  get stack(): string {
    return this.#stack ??= this.#originalError?.stack ?? `${this.name}: ${this.message}`;
  }

  set stack(stack: string) {
    this.#stack = stack;
  }

  [Symbol.for("Deno.customInspect")](): string {
    return this.stack;
  }
}

Object.setPrototypeOf(LazyError.prototype, GraphQLError.prototype);

function extensionsOf(error: Error | undefined): Readonly<Record<string, unknown>> | undefined {
  const { extensions } = (error ?? {}) as { readonly extensions?: unknown };
  return typeof extensions === "object" && extensions !== null ? extensions as Record<string, unknown> : undefined;
}
