import { ContextSnapshot, ContextSnapshotFactory } from "../../context/mod.ts";
import { describeValue, type MaybePromise } from "../../kernel/mod.ts";
import type { ExecutionGraphQlService } from "../execution/mod.ts";
import type { WebGraphQlChain, WebGraphQlInterceptor } from "./web_graphql_interceptor.ts";
import { WebGraphQlResponse } from "./web_graphql_response.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";

/** Builds a {@linkcode WebGraphQlHandler}. */
export class WebGraphQlHandlerBuilder {
  readonly #service: ExecutionGraphQlService;
  readonly #interceptors: WebGraphQlInterceptor[] = [];
  #snapshots: ContextSnapshotFactory | undefined;

  /**
   * Creates the builder.
   *
   * @param service executes what comes through the interceptors
   */
  constructor(service: ExecutionGraphQlService) {
    this.#service = service;
  }

  /**
   * Adds interceptors: the first is the outermost.
   *
   * @throws TypeError when one has no method `intercept`
   */
  interceptors(...interceptors: readonly WebGraphQlInterceptor[]): this {
    for (const interceptor of interceptors) requireInterceptor(interceptor);
    this.#interceptors.push(...interceptors);
    return this;
  }

  /**
   * Sets the factory that captures context values when a request arrives, for its `GraphQLContext`.
   *
   * @param factory the factory, with its accessors
   */
  contextSnapshotFactory(factory: ContextSnapshotFactory): this {
    this.#snapshots = factory;
    return this;
  }

  /** Creates the handler. */
  build(): WebGraphQlHandler {
    const service = this.#service;
    const end: WebGraphQlChain = (request) => {
      const response = service.execute(request);
      return response instanceof Promise ? response.then(WebGraphQlResponse.from) : WebGraphQlResponse.from(response);
    };
    const handleRequest = this.#interceptors.reduceRight<WebGraphQlChain>(
      (next, interceptor) => (request) => interceptor.intercept(request, next),
      end,
    );
    const snapshots = this.#snapshots;
    if (!snapshots || snapshots.isEmpty) return { handleRequest };
    return {
      handleRequest: (request) => {
        const snapshot = snapshots.captureAll();
        snapshot.updateContext(request.graphQlContext);
        request.graphQlContext.put(ContextSnapshotFactory, snapshots).put(ContextSnapshot, snapshot);
        return handleRequest(request);
      },
    };
  }
}

function requireInterceptor(interceptor: WebGraphQlInterceptor): void {
  if (typeof interceptor?.intercept === "function") return;
  throw new TypeError(
    "Cannot use a WebGraphQlInterceptor as it must be an object with a method intercept(request, next): current value " +
      `is ${describeValue(interceptor)}`,
  );
}

/** The one entry of all web transports: interceptors, then the service. The class is the identifier of the bean. */
export abstract class WebGraphQlHandler {
  /**
   * Starts building a handler.
   *
   * @param service executes the requests that the interceptors pass on
   */
  static builder(service: ExecutionGraphQlService): WebGraphQlHandlerBuilder {
    return new WebGraphQlHandlerBuilder(service);
  }

  /**
   * Executes an operation with the interceptors around the service.
   *
   * @returns the response; a promise only if an interceptor or the execution is asynchronous
   */
  abstract handleRequest(request: WebGraphQlRequest): MaybePromise<WebGraphQlResponse>;
}
