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
  /** What becomes of a position that fails. */
  readonly onError?: ErrorBehavior;
}

/**
 * The context value of one graphql-js execution: the request, and what graphql-js itself has no place for (local
 * contexts, errors beside data, response extensions).
 */
export class ReferenceRequest implements RequestContext {
  /** Whether the operation may change data. */
  readonly isMutation: boolean;
  /** What becomes of a position that fails. */
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
    // Nobody gets the answer: what work throws because it was cancelled is nobody's mistake.
    return this.isCancelled ? [] : this.#request.handleException(exception, environment);
  }

  reportUnclosedSource(field: string, failure?: { readonly error: unknown }): void {
    this.#request.reportUnclosedSource?.(field, failure);
  }

  /**
   * Takes a value that graphql-js completes later, or never if a place above fails first.
   *
   * @param value what a field's code returned, or an item of it
   * @param info the field
   */
  hold(value: unknown, { fieldNodes, fragments }: GraphQLResolveInfo): void {
    if (typeof value !== "object" || value === null) return;
    (this.#late ??= new LateValues(fragments)).hold(value, fieldNodes);
  }

  /** Errors that fetchers reported beside their data. */
  get errors(): readonly GraphQLError[] {
    return this.#errors ?? [];
  }

  /** Response extensions that fetchers added, or `undefined`. */
  get extensions(): Readonly<Record<string, unknown>> | undefined {
    return this.#extensions;
  }

  /** Adds errors beside data. */
  addErrors(errors: readonly GraphQLError[]): void {
    if (errors.length > 0) (this.#errors ??= []).push(...errors);
  }

  /** Hands over the errors beside data that were reported since the last time. */
  takeErrors(): readonly GraphQLError[] {
    const errors = this.errors;
    this.#errors = undefined;
    return errors;
  }

  /** Hands over the extensions that were added since the last time, or `undefined`. */
  takeExtensions(): Readonly<Record<string, unknown>> | undefined {
    const extensions = this.#extensions;
    this.#extensions = undefined;
    return extensions;
  }

  /** Takes what accompanies the data of a fetcher's result. */
  take(result: DataFetcherResult, path: Path): void {
    if (result.localContext !== undefined) (this.#localContexts ??= new WeakMap()).set(path, result.localContext);
    if (result.extensions) this.#extensions = { ...this.#extensions, ...result.extensions };
  }

  /** The local context that the nearest field above a path left, or `undefined`. */
  localContextAbove(path: Path): unknown {
    if (!this.#localContexts) return undefined;
    for (let above = path.prev; above; above = above.prev) {
      if (this.#localContexts.has(above)) return this.#localContexts.get(above);
    }
    return undefined;
  }
}
