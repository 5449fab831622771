import type { GraphQLError, GraphQLResolveInfo } from "../../../../deps.ts";
import type { GraphQLContext } from "../../../context/mod.ts";
import type { ErrorBehavior, MaybePromise, ResultBudget, ResultBudgetExceededError } from "../../../kernel/mod.ts";
import { LateValues } from "../late_values.ts";
import type {
  DataFetcherResult,
  DataFetchingEnvironment,
  DataLoaderRegistry,
  RequestContext,
} from "../../wiring/mod.ts";

type Path = GraphQLResolveInfo["path"];

/** The operation of a {@linkcode ReferenceRequest}. */
export interface ReferenceOperation {
  /** Whether it may change data. */
  readonly isMutation?: boolean;
  /** The error behavior of positions that fail. */
  readonly onError?: ErrorBehavior;
}

/**
 * The context value of one graphql-js execution: the request, and the state that graphql-js does not support (local
 * contexts, errors reported with data, response extensions).
 */
export class ReferenceRequest implements RequestContext {
  /** Whether the operation may change data. */
  readonly isMutation: boolean;
  /** The error behavior of positions that fail. */
  readonly onError: ErrorBehavior;
  readonly #request: RequestContext;
  #late: LateValues | undefined;
  #localContexts: WeakMap<Path, unknown> | undefined;
  #errors: GraphQLError[] | undefined;
  #extensions: Record<string, unknown> | undefined;

  /**
   * @param request the request that is executed
   * @param operation the operation
   */
  constructor(request: RequestContext, { isMutation = false, onError = "PROPAGATE" }: ReferenceOperation = {}) {
    this.#request = request;
    this.isMutation = isMutation;
    this.onError = onError;
  }

  get executionId(): string {
    return this.#request.executionId;
  }

  get graphQlContext(): GraphQLContext {
    return this.#request.graphQlContext;
  }

  get dataLoaders(): DataLoaderRegistry {
    return this.#request.dataLoaders;
  }

  get locale(): string {
    return this.#request.locale;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get isCancelled(): boolean {
    return this.#request.isCancelled;
  }

  get budget(): ResultBudget | undefined {
    return this.#request.budget;
  }

  exhaust(exceeded: ResultBudgetExceededError): void {
    this.#request.exhaust?.(exceeded);
  }

  handleException(
    exception: unknown,
    environment: () => DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQLError[]> {
    // The client has disconnected: errors of cancelled work are not failures of the service.
    return this.isCancelled ? [] : this.#request.handleException(exception, environment);
  }

  reportUnclosedSource(field: string, failure?: { readonly error: unknown }): void {
    this.#request.reportUnclosedSource?.(field, failure);
  }

  /**
   * Handles the rejections in a value that graphql-js completes later, or never if a parent position fails before.
   *
   * @param value the value that a resolver returned, or an item of it
   * @param info the field
   */
  hold(value: unknown, { fieldNodes, fragments }: GraphQLResolveInfo): void {
    if (typeof value !== "object" || value === null) return;
    (this.#late ??= new LateValues(fragments)).hold(value, fieldNodes);
  }

  /** The errors that fetchers reported with their data. */
  get errors(): readonly GraphQLError[] {
    return this.#errors ?? [];
  }

  /** Response extensions that fetchers added, or `undefined`. */
  get extensions(): Readonly<Record<string, unknown>> | undefined {
    return this.#extensions;
  }

  /** Adds errors reported with data. */
  addErrors(errors: readonly GraphQLError[]): void {
    if (errors.length > 0) (this.#errors ??= []).push(...errors);
  }

  /** Returns and removes the errors reported with data since the last call. */
  takeErrors(): readonly GraphQLError[] {
    const errors = this.errors;
    this.#errors = undefined;
    return errors;
  }

  /** Returns and removes the extensions added since the last call, or returns `undefined`. */
  takeExtensions(): Readonly<Record<string, unknown>> | undefined {
    const extensions = this.#extensions;
    this.#extensions = undefined;
    return extensions;
  }

  /** Stores the extensions and the local context of a `DataFetcherResult`. */
  take(result: DataFetcherResult, path: Path): void {
    if (result.localContext !== undefined) (this.#localContexts ??= new WeakMap()).set(path, result.localContext);
    if (result.extensions) this.#extensions = { ...this.#extensions, ...result.extensions };
  }

  /** The local context that the nearest field above a path set, or `undefined`. */
  localContextAbove(path: Path): unknown {
    if (!this.#localContexts) return undefined;
    for (let above = path.prev; above; above = above.prev) {
      if (this.#localContexts.has(above)) return this.#localContexts.get(above);
    }
    return undefined;
  }
}
