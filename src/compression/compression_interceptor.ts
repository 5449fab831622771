import {
  type HttpExchange,
  type HttpInterceptor,
  type NextHttpHandler,
  textOf,
  type UnreadBodies,
} from "../http/mod.ts";
import type { EspalierProperties, MaybePromise } from "../kernel/mod.ts";
import { compressedStream } from "./compressed_stream.ts";
import { hasStrongETag, isCompressible, tellsSecretsByLength } from "./compressibility.ts";
import { compressors } from "./compressors.ts";
import { chooseCoding, type ContentCoding } from "./content_coding.ts";

/** Longer texts are compressed piece by piece: the compressor runs on the thread that serves all requests. */
const maxWhole = 65_536;

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Compresses responses. */
export class CompressionInterceptor implements HttpInterceptor {
  /** Inside the access log, which counts the sent bytes, and outside of interceptors that read bodies. */
  readonly order = -940;
  readonly #minBytes: number;
  readonly #codings: readonly ContentCoding[];
  readonly #bodies: UnreadBodies;

  /**
   * @param properties the content codings and the minimum size
   * @param bodies limits the unread responses of slow clients
   */
  constructor({ http }: EspalierProperties, bodies: UnreadBodies) {
    this.#minBytes = http.compressionMinBytes;
    this.#codings = http.compressionEncodings;
    this.#bodies = bodies;
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const response = next(exchange);
    return response instanceof Response
      ? this.#compressed(exchange, response)
      : response.then((settled) => this.#compressed(exchange, settled));
  }

  #compressed(exchange: HttpExchange, response: Response): Response {
    const text = textOf(response);
    if (text !== undefined && text.length < this.#minBytes || !isCompressible(response)) return response;
    if (hasStrongETag(response) || tellsSecretsByLength(exchange, response)) return response;
    varyByEncoding(response.headers);
    const coding = chooseCoding(exchange.request.headers.get("accept-encoding"), this.#codings);
    if (coding === undefined || exchange.request.method === "HEAD") return response;
    const body = text === undefined ? this.#stream(response, coding) : this.#text(text, coding);
    return body === undefined ? response : withCoding(response, { body, coding });
  }

  #text(text: string, coding: ContentCoding): Body | undefined {
    if (text.length <= maxWhole) return compressors[coding].compress(text);
    // If unread responses exceed the limit, the response is rejected as it would be without compression.
    const pieces = this.#bodies.send(text);
    return pieces && compressedStream(pieces, coding);
  }

  #stream(response: Response, coding: ContentCoding): Body | undefined {
    const length = response.headers.get("content-length");
    if (length !== null && Number(length) < this.#minBytes) return undefined;
    return response.body === null ? undefined : compressedStream(response.body, coding);
  }
}

function withCoding(
  { status, statusText, headers }: Response,
  { body, coding }: { readonly body: Body; readonly coding: ContentCoding },
): Response {
  const response = new Response(body, { status, statusText, headers });
  response.headers.set("content-encoding", coding);
  if (body instanceof Uint8Array) response.headers.set("content-length", `${body.length}`);
  else response.headers.delete("content-length");
  // It was computed from the uncompressed bytes.
  response.headers.delete("content-digest");
  return response;
}

function varyByEncoding(headers: Headers): void {
  const vary = headers.get("vary") ?? "";
  if (/(^|[\s,])(\*|accept-encoding)([\s,]|$)/i.test(vary)) return;
  headers.append("vary", "accept-encoding");
}
