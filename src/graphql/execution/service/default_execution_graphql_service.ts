import { GraphQLError } from "../../../../deps.ts";
import { Authentication, ContextSnapshot, ContextSnapshotFactory } from "../../../context/mod.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import { abortedResult, withClassification } from "../../engine/mod.ts";
import type { DataLoaderRegistrar } from "../batching/data_loader_registrar.ts";
import { RequestDataLoaders } from "../batching/request_data_loaders.ts";
import type { DataLoaderRegistry } from "../../wiring/mod.ts";
import type { ExecutionInput } from "../execution_input.ts";
import type { GraphQlExecutionResult } from "../graphql_execution_result.ts";
import type { GraphQlSource } from "../graphql_source.ts";
import type { ExecutionGraphQlRequest } from "./execution_graphql_request.ts";
import { ExecutionGraphQlResponse } from "./execution_graphql_response.ts";
import type { ExecutionGraphQlService } from "./execution_graphql_service.ts";

/** The {@linkcode ExecutionGraphQlService} that ships: hands requests to the engine of a {@linkcode GraphQlSource}. */
export class DefaultExecutionGraphQlService implements ExecutionGraphQlService {
  readonly #source: GraphQlSource;
  readonly #registrars: DataLoaderRegistrar[] = [];

  /**
   * Creates the service.
   *
   * @param source supplies the engine
   */
  constructor(source: GraphQlSource) {
    this.#source = source;
  }

  /** Adds a registrar, which fills the data loader registry of each request. */
  addDataLoaderRegistrar(registrar: DataLoaderRegistrar): this {
    this.#registrars.push(registrar);
    return this;
  }

  execute(request: ExecutionGraphQlRequest): MaybePromise<ExecutionGraphQlResponse> {
    const { graphQl } = this.#source.profiles?.of(request.graphQlContext.get<Authentication>(Authentication)) ??
      this.#source;
    // A provider of the engine names the execution, unless the caller did.
    const isNamedByProvider = graphQl.executionIdProvider !== undefined && request.executionId === undefined;
    const configured = request.toExecutionInput(isNamedByProvider ? null : request.executionId ?? request.id);
    const input = this.#withDataLoaders(configured);
    if (input.cancellation.isCancelled) return new ExecutionGraphQlResponse(input, abortedResult());
    const result = resultOf(() => withContextValues(input, () => graphQl.execute(input)));
    if (!(result instanceof Promise)) return new ExecutionGraphQlResponse(input, result);
    return result.then((settled) => new ExecutionGraphQlResponse(input, settled));
  }

  #withDataLoaders(input: ExecutionInput): ExecutionInput {
    const registrars = this.#registrars.filter((registrar) => registrar.hasRegistrations());
    if (registrars.length === 0) return input;
    const fill = (registry: DataLoaderRegistry): DataLoaderRegistry => {
      for (const registrar of registrars) {
        registrar.registerDataLoaders(registry, input.graphQlContext, () => input.cancellation.signal);
      }
      return registry;
    };
    if (input.dataLoaderRegistry) {
      fill(input.dataLoaderRegistry);
      return input;
    }
    const newDataLoaders = () => fill(new RequestDataLoaders());
    return input.transform({ dataLoaderRegistry: newDataLoaders(), newDataLoaders });
  }
}

/**
 * Values that an interceptor put into the context under the key of an accessor become current for the execution. The
 * others are current already: they flow by themselves.
 */
function withContextValues<R>({ graphQlContext }: ExecutionInput, run: () => R): R {
  const factory = graphQlContext.get<ContextSnapshotFactory>(ContextSnapshotFactory);
  if (!factory) return run();
  const snapshot = factory.captureFrom(graphQlContext);
  const captured = graphQlContext.get<ContextSnapshot>(ContextSnapshot);
  return (captured ? snapshot.changedSince(captured) : snapshot).run(run);
}

/** A GraphQL error that somebody throws on the way (a document provider, an instrumentation) ends the execution. */
function resultOf(run: () => MaybePromise<GraphQlExecutionResult>): MaybePromise<GraphQlExecutionResult> {
  const failed = (error: unknown): GraphQlExecutionResult => {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [withClassification(error, "ExecutionAborted")] };
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
