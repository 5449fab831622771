import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import { describeErrors, type ResponseError, responseErrors } from "./response_error.ts";

/** Thrown by a client when a request cannot be sent or its response cannot be used. */
export class GraphQlClientError extends Error {
  /** The request that failed. */
  readonly request: ClientGraphQlRequest;

  /**
   * Creates the error.
   *
   * @param message the failure
   * @param request the request
   * @param options `cause`, when another error led here
   */
  constructor(message: string, request: ClientGraphQlRequest, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.request = request;
  }
}

/** Thrown when the server cannot be reached, or its response is no GraphQL response. */
export class GraphQlTransportError extends GraphQlClientError {
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;

  /**
   * Creates the error.
   *
   * @param message the failure
   * @param request the request
   * @param options `status` of the response; `cause`, if another error caused this one
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
   * @param errors the errors as the server sent them
   * @param request the subscription
   */
  constructor(errors: readonly ResponseError[], request: ClientGraphQlRequest) {
    const known = responseErrors(errors);
    super(`Subscription ended with ${known.length} error(s):\n${describeErrors(known)}`, request);
    this.errors = known;
  }
}
