import { inRootContext } from "../../../context/mod.ts";
import type { EspalierProperties, MaybePromise } from "../../../kernel/mod.ts";
import { RequestRefusal } from "../request_refusal.ts";
import type { loadFormParser } from "./deps.ts";
import { UploadRequest } from "./upload_request.ts";

/** One of these headers is required: cross-origin pages can't set them without a preflight request. */
const preflightHeaders = ["graphql-preflight", "apollo-require-preflight", "x-apollo-operation-name"];

/** Reads operations with files: GraphQL multipart requests. */
export class UploadReader {
  readonly #properties: EspalierProperties;
  readonly #formParser: Awaited<ReturnType<typeof loadFormParser>>;
  #running = 0;

  /**
   * @param properties the limits
   * @param formParser parses forms
   */
  constructor(properties: EspalierProperties, formParser: Awaited<ReturnType<typeof loadFormParser>>) {
    this.#properties = properties;
    this.#formParser = formParser;
  }

  /**
   * Reads the operations of a request and passes them on before the files arrive.
   *
   * @param request a POST request with a body of type `multipart/form-data`
   * @param parse checks the part `operations`
   * @param use receives the operations, with files in their variables
   * @returns the return value of `use`
   * @throws RequestRefusal when the request can't be read
   */
  async read<T, R>(
    request: Request,
    parse: (value: unknown) => T,
    use: (operations: T) => MaybePromise<R>,
  ): Promise<R> {
    const refusal = this.#refusal(request);
    if (refusal !== undefined) throw refusal;
    this.#running++;
    const upload = inRootContext(() => new UploadRequest(request, this.#formParser, this.#properties));
    try {
      const value = await upload.operations();
      const operations = parse(value);
      upload.place(value);
      return await use(operations);
    } finally {
      this.#running--;
      upload.close();
    }
  }

  #refusal({ headers }: Request): RequestRefusal | undefined {
    const { http, graphql } = this.#properties;
    if (http.csrfProtection && !preflightHeaders.some((name) => headers.has(name))) {
      const message = `Cannot accept a form as it must be sent with header "${preflightHeaders[0]}" or ` +
        `"${preflightHeaders[1]}", which keeps forms of other sites out`;
      return new RequestRefusal(403, message);
    }
    if (this.#running < graphql.maxConcurrentUploads) return undefined;
    const message =
      `Cannot accept files as at most ${graphql.maxConcurrentUploads} requests with files are answered at ` +
      "the same time";
    return new RequestRefusal(503, message, { "retry-after": "1" });
  }
}
