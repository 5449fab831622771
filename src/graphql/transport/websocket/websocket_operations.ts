import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQlWsSubscribePayload,
  parse,
} from "../../../../deps.ts";
import {
  acceptIncrementalDelivery,
  type GraphQlExecutionResult,
  type ResponseMap,
  SubscriptionPublisherException,
  toResponseMap,
} from "../../execution/mod.ts";
import type { WebGraphQlHandler, WebGraphQlRequest, WebGraphQlResponse } from "../../interception/mod.ts";
import { failedOperation } from "../failed_operation.ts";
import { webSocketGraphQlRequest } from "../operation_origin.ts";
import { operationParameters } from "../operation_parameters.ts";
import { isRequestError } from "../request_error.ts";
import { RequestRefusal } from "../request_refusal.ts";
import type { TransportPlatform } from "../transport_platform.ts";
import { requireResponse } from "../require_response.ts";
import { resultText } from "../result_text.ts";
import { streamErrors } from "../streams/result_pump.ts";
import { OperationResults } from "./operation_results.ts";
import type { RunningOperation, WebSocketSession } from "./websocket_session.ts";

/** What the protocol's library is given for an operation: it executes by returning the outcome that is there already. */
interface PreparedOutcome extends Pick<ExecutionArgs, "document"> {
  readonly contextValue: GraphQlExecutionResult | OperationResults;
}

// The library asks the document for the kind of operation, which was executed before.
const anyDocument = parse("{ __typename }");

/** Executes what clients subscribe to over WebSockets. */
export class WebSocketOperations {
  readonly #handler: WebGraphQlHandler;
  readonly #platform: TransportPlatform;

  /**
   * @param handler takes operations through the interceptors
   * @param platform the application
   */
  constructor(handler: WebGraphQlHandler, platform: TransportPlatform) {
    this.#handler = handler;
    this.#platform = platform;
  }

  /**
   * Executes an operation.
   *
   * @returns the outcome, or the errors of a request that could not begin
   */
  async subscribe(
    session: WebSocketSession,
    id: string,
    payload: GraphQlWsSubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const refusal = this.#refusal(session);
    if (refusal !== undefined) return [refusal];
    const operation = session.begin(id, payload);
    const found = await this.#execute(session, operation, payload);
    // graphql-ws would take a late outcome for that of a newer operation with the same id: send nothing.
    if (operation.isAbandoned) await new Promise(() => {});
    if (Array.isArray(found)) session.end(id, payload);
    return found;
  }

  async #execute(
    session: WebSocketSession,
    operation: RunningOperation,
    payload: GraphQlWsSubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { id, cancellation } = operation;
    let request: WebGraphQlRequest | undefined;
    try {
      request = webSocketGraphQlRequest(operationParameters(payload), { session, id, cancellation });
      operation.context = request.graphQlContext;
      acceptIncrementalDelivery(request.graphQlContext, "current");
      const response = requireResponse(await this.#handler.handleRequest(request));
      if (response.stream === undefined) return outcome(response);
      const results = this.#results(response.stream, { session, operation });
      if (!response.isIncremental) session.markStream(operation, response.executionResult.position !== undefined);
      return prepared(results);
    } catch (error) {
      if (error instanceof RequestRefusal) return [refused(error.message)];
      return errorsOf(
        failedOperation(error, { id, graphQlContext: request?.graphQlContext }, this.#platform.logger).body,
      );
    }
  }

  #results(
    stream: NonNullable<WebGraphQlResponse["stream"]>,
    { session: { outgoing }, operation }: { readonly session: WebSocketSession; readonly operation: RunningOperation },
  ): OperationResults {
    const head = `{"id":${JSON.stringify(operation.id)},"type":"next","payload":`;
    return new OperationResults(stream, operation, {
      send: (result) => outgoing.send(`${head}${resultText(toResponseMap(result))}}`),
      logger: this.#platform.logger,
    });
  }

  /** Writes a result. */
  format(result: GraphQlExecutionResult): ResponseMap {
    return toResponseMap(result);
  }

  /** Writes the errors of a request that could not begin, or of a stream that failed. */
  formatErrors(errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    const cause = errors[0]?.cause;
    const found = cause instanceof SubscriptionPublisherException ? cause.errors : errors;
    const isInternal = cause !== undefined && found === errors && !(cause instanceof GraphQLError);
    return toResponseMap({ errors: isInternal ? streamErrors(cause, this.#platform.logger) : found }).errors ?? [];
  }

  /**
   * What a client is told of an operation whose result can't be written.
   *
   * @param id names the operation
   * @param exception why not
   */
  failure(id: string, exception: unknown): readonly GraphQLFormattedError[] {
    return failedOperation(exception, { id }, this.#platform.logger).body.errors ?? [];
  }

  #refusal(session: WebSocketSession): GraphQLError | undefined {
    const { lifecycle, properties: { graphql: { webSocketMaxOperations: maxOperations } } } = this.#platform;
    if (lifecycle.stopping.aborted) return refused("Cannot start the operation as the service is stopping");
    if (session.operationCount < maxOperations) return undefined;
    return refused(
      `Cannot start the operation as the number of operations on a connection must be <= ${maxOperations}: ` +
        `current value is ${session.operationCount + 1}`,
    );
  }
}

function outcome(response: WebGraphQlResponse): ExecutionArgs | readonly GraphQLError[] {
  return isRequestError(response) ? response.errors : prepared(response.executionResult);
}

function prepared(contextValue: PreparedOutcome["contextValue"]): ExecutionArgs {
  const result: PreparedOutcome = { document: anyDocument, contextValue };
  // The schema is the one part of the arguments that is not there: execution is over, and nothing reads it.
  return result as unknown as ExecutionArgs;
}

function refused(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { classification: "BAD_REQUEST" } });
}

function errorsOf(body: ResponseMap): readonly GraphQLError[] {
  return (body.errors ?? []).map(({ message, extensions }) => new GraphQLError(message, { extensions }));
}
