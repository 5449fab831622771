import { Authentication } from "../../../context/mod.ts";
import type { ClientQuota } from "../../../http/mod.ts";
import type { Logger } from "../../../kernel/mod.ts";
import type { ResponseMap } from "../../execution/mod.ts";
import { OperationNotAllowedError, type WebGraphQlRequest, type WebGraphQlResponse } from "../../interception/mod.ts";
import { failedOperation } from "../failed_operation.ts";
import type { GraphQlSseHandler } from "../sse/graphql_sse_handler.ts";
import { requireResponse } from "../require_response.ts";
import type { MultipartHandler } from "../streams/multipart_handler.ts";
import { ResultPump } from "../streams/result_pump.ts";
import { jsonResponse, refusalResponse } from "./json_responses.ts";
import { type AcceptedFormats, jsonFormat, plainJson, type ResponseFormat } from "./response_format.ts";
import { responseStatus, type StatusRules } from "./response_status.ts";

/** An operation's request, and the formats that its client accepts. */
export interface AnsweredOperation {
  readonly request: WebGraphQlRequest;
  readonly formats: AcceptedFormats;
  /** Whether it came by POST without credentials. */
  readonly isAnonymous: boolean;
}

/** The dependencies of a {@linkcode ResultWriter}. */
export interface ResultWriterParts {
  readonly statusRules: StatusRules;
  readonly sse: GraphQlSseHandler;
  readonly multipart: MultipartHandler;
  /** Limits the open streams. */
  readonly quota: ClientQuota;
  readonly logger: Logger;
}

/** Writes the response of an operation in a format that the client accepts. */
export class ResultWriter {
  readonly #parts: ResultWriterParts;

  /** @param parts status rules and the writers of streams */
  constructor(parts: ResultWriterParts) {
    this.#parts = parts;
  }

  /**
   * Writes a response; a value that JSON can't represent, such as a bigint, is reported as a failure.
   *
   * @param response what came back through the interceptors
   * @param operation the request, and what the client accepts
   */
  write(response: WebGraphQlResponse, operation: AnsweredOperation): Response {
    try {
      return this.#written(requireResponse(response), operation);
    } catch (error) {
      return this.failed(error, operation);
    }
  }

  #written(response: WebGraphQlResponse, operation: AnsweredOperation): Response {
    if (response.stream !== undefined) return this.#stream(response.stream, response, operation);
    const { single: format = plainJson } = operation.formats;
    const { sse, multipart } = this.#parts;
    if (format.kind === "event-stream") return withHeaders(sse.single(response.toMap()), response);
    if (format.kind === "json") return this.#json(response, format, operation.isAnonymous);
    if (response.errors.some((error) => error instanceof OperationNotAllowedError)) {
      return this.#json(response, plainJson, false);
    }
    return withHeaders(multipart.single(response.toMap(), format), response);
  }

  /**
   * Writes the response to an exception.
   *
   * @param exception what an interceptor or the service threw
   * @param operation the request, and what the client accepts
   */
  failed(exception: unknown, { request, formats }: AnsweredOperation): Response {
    const { status, body, headers } = failedOperation(exception, request, this.#parts.logger);
    return jsonResponse(body, { format: jsonFormat(formats.single), status, headers });
  }

  /**
   * Describes an exception of one operation among several.
   *
   * @param exception what an interceptor or the service threw
   * @param request the operation
   */
  failedAmongSeveral(exception: unknown, request: WebGraphQlRequest): ResponseMap {
    return failedOperation(exception, request, this.#parts.logger).body;
  }

  #json(response: WebGraphQlResponse, format: ResponseFormat, isAnonymous: boolean): Response {
    const map = response.toMap();
    const headers = response.hasResponseHeaders ? response.responseHeaders : undefined;
    if (map.errors === undefined && map.data !== undefined) {
      return jsonResponse(map, { format, headers, isAnonymous });
    }
    const refusal = response.errors.find((error) => error instanceof OperationNotAllowedError);
    if (refusal?.kind === "subscription") return jsonResponse(map, { format, status: 406, headers });
    if (refusal !== undefined) {
      const allowing = new Headers(headers);
      allowing.set("allow", "POST");
      return jsonResponse(map, { format, status: 405, headers: allowing });
    }
    const status = format.hasStatus ? responseStatus(map, this.#parts.statusRules) : 200;
    return jsonResponse(map, { format, status, headers: withRetryAfter(map, headers) });
  }

  #stream(
    results: NonNullable<WebGraphQlResponse["stream"]>,
    response: WebGraphQlResponse,
    { request, formats }: AnsweredOperation,
  ): Response {
    const { sse, multipart, logger, quota } = this.#parts;
    const onEnd = quota.acquire(request);
    if (onEnd === undefined) return this.#refuseStream(results, request, formats);
    const operation = {
      results,
      cancellation: request.cancellation,
      expiresAt: request.graphQlContext.get<Authentication>(Authentication)?.expiresAt,
      logger,
      endsByItself: response.isIncremental,
      position: response.executionResult.position,
      onEnd,
    };
    const several = response.isIncremental ? formats.parts : formats.stream;
    const format = formats.single?.kind === "event-stream" ? formats.single : several;
    const answer = format?.kind === "multipart" ? multipart.stream(operation, format) : sse.stream(operation);
    return withHeaders(answer, response);
  }

  #refuseStream(
    results: NonNullable<WebGraphQlResponse["stream"]>,
    request: WebGraphQlRequest,
    formats: AcceptedFormats,
  ): Response {
    const { logger } = this.#parts;
    new ResultPump({ results, cancellation: request.cancellation, logger, endsByItself: false }).stop();
    const message = "Cannot open a stream of results as there are too many";
    return refusalResponse({ status: 503, message, headers: { "retry-after": "5" } }, formats.single);
  }
}

/** The `Retry-After` header of a response whose service is unavailable. */
function withRetryAfter({ errors = [] }: ResponseMap, headers: Headers | undefined): Headers | undefined {
  const found = errors.find(({ extensions }) => extensions?.classification === "UNAVAILABLE");
  const seconds = found?.extensions?.retryAfterSeconds;
  if (typeof seconds !== "number") return headers;
  const further = new Headers(headers);
  if (!further.has("retry-after")) further.set("retry-after", String(seconds));
  return further;
}

function withHeaders(answer: Response, response: WebGraphQlResponse): Response {
  if (response.hasResponseHeaders) {
    response.responseHeaders.forEach((value, name) => {
      // The content type is determined by the format of the body.
      if (name !== "content-type") answer.headers.append(name, value);
    });
  }
  return answer;
}
