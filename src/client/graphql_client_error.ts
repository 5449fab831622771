import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import { describeErrors, type ResponseError, responseErrors } from "./response_error.ts";

/** What a client throws when a request can't be carried out or its answer can't be used. */
export class GraphQlClientError extends Error {
  /** The request that failed. */
  readonly request: ClientGraphQlRequest;

  /**
   * Creates the error.
   *
   * @param message what failed
   * @param request the request
   * @param options `cause`, when another error led here
   */
  constructor(message: string, request: ClientGraphQlRequest, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.request = request;
  }
}

/** The server can't be reached, or its answer is no GraphQL response. */
export class GraphQlTransportError extends GraphQlClientError {
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;

  /**
   * Creates the error.
   *
   * @param message what failed
   * @param request the request
   * @param options `status` of the answer; `cause`, when another error led here
   */
  constructor(message: string, request: ClientGraphQlRequest, options: ErrorOptions & { status?: number } = {}) {
    super(message, request, options);
    this.status = options.status;
  }
}

/** A subscription ended with errors. */
export class SubscriptionError extends GraphQlClientError {
  /** The errors as the server sent them. */
  readonly errors: readonly ResponseError[];

  /**
   * Creates the error.
   *
   * @param errors what the server reported, as it arrived
   * @param request the subscription
   */
  constructor(errors: readonly ResponseError[], request: ClientGraphQlRequest) {
    const known = responseErrors(errors);
    super(`Subscription ended with ${known.length} error(s):\n${describeErrors(known)}`, request);
    this.errors = known;
  }
}
