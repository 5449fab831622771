import { accepts } from "@std/http/negotiation";

/** The transfer of a result: one JSON text, or a stream. */
export type ResponseKind = "json" | "event-stream" | "multipart";

/** Media type of a result with its own status rules. */
export const graphQlResponseType = "application/graphql-response+json";

/** A media type that the client accepts, with its format. */
export interface ResponseFormat {
  readonly kind: ResponseKind;
  /** Value of the `Content-Type` header, without boundary. */
  readonly contentType: string;
  /**
   * The options of a successful response in one piece. Shared, so that a synchronous request creates no header objects.
   */
  readonly successful: ResponseInit;
  /** The same with the media type only, which is faster to send: for results that are never stored or sniffed. */
  readonly successfulAnonymous: ResponseInit;
  /** Whether request errors have a status of 4xx, or 200. */
  readonly hasStatus: boolean;
  /** The format of incremental delivery: the current one, or that of 2022. */
  readonly incremental: "current" | "legacy";
  /** Whether each part holds its result as `payload` (Apollo's multipart protocol for subscriptions). */
  readonly hasPayloads: boolean;
}

/** The formats that the client accepts, by kind of response. */
export interface AcceptedFormats {
  /** For a single result; a stream where the client prefers it. `undefined`: not acceptable. */
  readonly single: ResponseFormat | undefined;
  /** For the results of a subscription. */
  readonly stream: ResponseFormat | undefined;
  /** For results with `@defer` or `@stream`; `undefined` if the result has to be in one piece. */
  readonly parts: ResponseFormat | undefined;
}

/** The streams that the endpoint supports. */
export interface OfferedStreams {
  readonly sse: boolean;
  readonly incremental: boolean;
  readonly multipartSubscriptions: boolean;
}

/** Headers of results that may be personal: they must not be stored or sniffed. */
export const personal: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function json(mediaType: string, hasStatus: boolean): ResponseFormat {
  // JSON has no parameter for its encoding, which is always UTF-8 (RFC 8259); the other types are GraphQL's.
  const contentType = mediaType === "application/json" ? mediaType : `${mediaType}; charset=utf-8`;
  return format("json", contentType, { hasStatus });
}

function format(
  kind: ResponseKind,
  contentType: string,
  rules: Partial<Pick<ResponseFormat, "hasStatus" | "incremental" | "hasPayloads">> = {},
): ResponseFormat {
  const successful = { status: 200, headers: { "content-type": contentType, ...personal } };
  const successfulAnonymous = { status: 200, headers: { "content-type": contentType } };
  const common = { kind, contentType, successful, successfulAnonymous };
  return { ...common, hasStatus: false, incremental: "current", hasPayloads: false, ...rules };
}

const formats: ReadonlyMap<string, ResponseFormat> = new Map<string, ResponseFormat>([
  ["application/json", json("application/json", false)],
  [graphQlResponseType, json(graphQlResponseType, true)],
  ["application/graphql+json", json("application/graphql+json", false)],
  ["text/event-stream", format("event-stream", "text/event-stream; charset=utf-8")],
  ["multipart/mixed;incrementalspec=v0.2", multipart(";incrementalSpec=v0.2", { incremental: "current" })],
  ["multipart/mixed;deferspec=20220824", multipart(";deferSpec=20220824", { incremental: "legacy" })],
  ["multipart/mixed", multipart("", {})],
  ["multipart/mixed;subscriptionspec=1.0", multipart(";subscriptionSpec=1.0", { hasPayloads: true })],
]);

const incrementalTypes = ["multipart/mixed;incrementalspec=v0.2", "multipart/mixed;deferspec=20220824"];

const subscriptionTypes = ["multipart/mixed", "multipart/mixed;subscriptionspec=1.0"];

function multipart(
  parameter: string,
  rules: Partial<Pick<ResponseFormat, "incremental" | "hasPayloads">>,
): ResponseFormat {
  return format("multipart", `multipart/mixed;boundary="-"${parameter}`, rules);
}

/**
 * Ignored parameters of media types: every response is in UTF-8, and the server chooses the boundary, although Apollo
 * Client sends one in `Accept`.
 */
const idleParameter = /;\s*(?:charset\s*=\s*"?utf-?8"?|boundary\s*=\s*(?:"[^"]*"|[^\s;,"]+))(?=\s*(?:[;,]|$))/gi;

/** A media range that includes types which the client does not know. */
const anyType = /^\s*\*\/\*/;

/** JSON that every client supports: for responses to requests whose format could not be negotiated. */
export const plainJson: ResponseFormat = json("application/json", false);

/**
 * Returns the format of a response that is never a stream.
 *
 * @param accepted a format that the client accepts, if known; one that is not JSON is ignored
 */
export function jsonFormat(accepted: ResponseFormat | undefined): ResponseFormat {
  return accepted?.kind === "json" ? accepted : plainJson;
}

/** Finds the response format that a client prefers. Results are cached by header value, of which there are few. */
export class FormatNegotiation {
  readonly #singles: readonly string[];
  readonly #streams: readonly string[];
  /** Incremental delivery has a type of its own: event streams come second. */
  readonly #parts: readonly (readonly string[])[];
  readonly #known = new Map<string, AcceptedFormats>();
  readonly #default: AcceptedFormats;

  /** @param offered the streams that the endpoint supports */
  constructor({ sse, incremental, multipartSubscriptions }: OfferedStreams) {
    this.#singles = [...formats.keys()].filter((name) => formats.get(name)?.kind === "json");
    const events = sse ? ["text/event-stream"] : [];
    const parts = incremental ? incrementalTypes : [];
    this.#streams = [...events, ...(multipartSubscriptions ? subscriptionTypes : []), ...parts];
    this.#parts = incremental ? [parts, events] : [];
    this.#default = this.#negotiate("*/*");
  }

  /**
   * @param accept value of the `Accept` header, or `null` without one; one without media types counts as none
   */
  accepted(accept: string | null): AcceptedFormats {
    if (accept === null || accept === "*/*" || accept === "") return this.#default;
    const known = this.#known.get(accept);
    if (known !== undefined) return known;
    const found = this.#negotiate(accept);
    // Limits the cache: a client may send ever new headers.
    if (accept.length < 1_000 && this.#known.size < 200) this.#known.set(accept, found);
    return found;
  }

  #negotiate(given: string): AcceptedFormats {
    const accept = given.replaceAll(idleParameter, "");
    const preferred = choose(accept, [...this.#singles, ...this.#streams]);
    const single = preferred?.kind === "event-stream" ? preferred : choose(accept, this.#singles) ?? preferred;
    return { single, stream: choose(accept, this.#streams), parts: this.#partsFormat(accept, single) };
  }

  // A client that accepts any type may not support incremental delivery.
  #partsFormat(accept: string, single: ResponseFormat | undefined): ResponseFormat | undefined {
    if (single?.kind === "event-stream") return single;
    const named = accept.split(",").filter((range) => !anyType.test(range)).join();
    for (const types of this.#parts) {
      const found = choose(named, types);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function choose(accept: string, types: readonly string[]): ResponseFormat | undefined {
  if (types.length === 0) return undefined;
  return formats.get(accepts({ headers: new Headers({ accept }) }, ...types) ?? "");
}
