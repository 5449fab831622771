import type { BodyReader, HttpExchange } from "../../../http/mod.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import { type OperationParameters, operationParameters, operationParametersOfQuery } from "../operation_parameters.ts";
import { RequestRefusal } from "../request_refusal.ts";
import type { UploadReader } from "../uploads/upload_reader.ts";
import { type AcceptedFormats, FormatNegotiation, type OfferedStreams } from "./response_format.ts";

/** The operations of an HTTP request: one, or a batch. */
export type HttpOperations = OperationParameters | readonly OperationParameters[];

/** The further features of the endpoint. */
export interface HttpReadingOptions extends OfferedStreams {
  /** The maximum number of operations per request; 0 disables batching. */
  readonly maxBatchOperations: number;
}

/** Reads operations from HTTP requests. */
export class HttpOperationReader {
  readonly #bodies: BodyReader;
  readonly #options: HttpReadingOptions;
  readonly #negotiation: FormatNegotiation;
  readonly #uploads: UploadReader | undefined;

  /**
   * @param bodies reads bodies within the limits
   * @param options the enabled features
   * @param uploads reads forms with files, if uploads are installed
   */
  constructor(bodies: BodyReader, options: HttpReadingOptions, uploads?: UploadReader) {
    this.#uploads = uploads;
    this.#bodies = bodies;
    this.#options = options;
    this.#negotiation = new FormatNegotiation(options);
  }

  /** Finds the formats in which the client accepts results. */
  formats({ request }: HttpExchange): AcceptedFormats {
    return this.#negotiation.accepted(request.headers.get("accept"));
  }

  /**
   * Reads the operations of a POST request and passes them on.
   *
   * @param exchange the request
   * @param use receives the operations
   * @returns the return value of `use`
   * @throws RequestRefusal with 415 synchronously; with 400, 408 or 413 as rejection when they can't be read
   */
  ofBody<R>({ request }: HttpExchange, use: (operations: HttpOperations) => MaybePromise<R>): Promise<R> {
    const contentType = request.headers.get("content-type");
    const parse = (value: unknown) => Array.isArray(value) ? this.#batch(value) : operationParameters(value);
    if (this.#uploads !== undefined && contentType?.toLowerCase().startsWith("multipart/form-data")) {
      return this.#uploads.read(request, parse, use);
    }
    checkContentType(contentType);
    return this.#bodies.json(request, (value) => use(parse(value)));
  }

  /**
   * Reads the operation of a GET request.
   *
   * @throws RequestRefusal with 400 when it can't be read
   */
  ofQuery(exchange: HttpExchange): OperationParameters {
    return operationParametersOfQuery(exchange.search);
  }

  #batch(values: readonly unknown[]): readonly OperationParameters[] {
    const most = this.#options.maxBatchOperations;
    if (most === 0) {
      throw new RequestRefusal(400, "Cannot read the request as it must be one operation: batching is off");
    }
    if (values.length === 0 || values.length > most) {
      throw new RequestRefusal(
        400,
        `Cannot read the request as it must have 1 to ${most} operations: current number is ${values.length}`,
      );
    }
    return values.map(operationParameters);
  }
}

function checkContentType(header: string | null): void {
  if (header === "application/json" || header === "application/json; charset=utf-8") return;
  const [mediaType = "", ...parameters] = (header ?? "").toLowerCase().split(";").map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isKnown = mediaType === "application/json" || mediaType === "application/graphql";
  if (isKnown && (charset === undefined || /^"?utf-?8"?$/.test(charset))) return;
  throw new RequestRefusal(
    415,
    `Cannot read the request as its content type must be "application/json" in UTF-8: current value is ${
      header === null ? "absent" : `"${header.slice(0, 100)}"`
    }`,
    { accept: "application/json" },
  );
}
