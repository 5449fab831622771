import type { ServiceIdentifier } from "../../../../deps.ts";
import { type MaybePromise, token } from "../../../kernel/mod.ts";
import type { ExecutionGraphQlRequest } from "./execution_graphql_request.ts";
import type { ExecutionGraphQlResponse } from "./execution_graphql_response.ts";

/** Executes GraphQL requests: the one contract that transports use. */
export interface ExecutionGraphQlService {
  /**
   * Executes a request. Whatever goes wrong is in the response's errors.
   *
   * @param request the request
   * @returns the response; a promise only where something asynchronous happened
   */
  execute(request: ExecutionGraphQlRequest): MaybePromise<ExecutionGraphQlResponse>;
}

/** Identifier of the {@linkcode ExecutionGraphQlService} bean. */
export const ExecutionGraphQlService: ServiceIdentifier<ExecutionGraphQlService> = token<ExecutionGraphQlService>(
  "ExecutionGraphQlService",
);
