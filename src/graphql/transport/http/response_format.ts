import { accepts } from "@std/http/negotiation";

/** How a result travels: one JSON text, or a stream. */
export type ResponseKind = "json" | "event-stream" | "multipart";

/** Media type of a result with its own status rules. */
export const graphQlResponseType = "application/graphql-response+json";

/** A media type that the client accepts, and what it means. */
export interface ResponseFormat {
  readonly kind: ResponseKind;
  /** Value of the `Content-Type` header, without boundary. */
  readonly contentType: string;
  /** A successful response in one piece. Made once: a synchronous request makes no header objects of its own. */
  readonly successful: ResponseInit;
  /** Whether requests that could not begin have a status of their own, or 200. */
  readonly hasStatus: boolean;
  /** Which form deferred parts take: the current one, or that of 2022. */
  readonly incremental: "current" | "legacy";
}

/** What the client accepts, for a result in one piece and for one in several. */
export interface AcceptedFormats {
  /** For what fits one piece; a stream where the client prefers it. `undefined`: not acceptable. */
  readonly single: ResponseFormat | undefined;
  /** For what comes in several pieces. */
  readonly stream: ResponseFormat | undefined;
}

/** Which streams the endpoint offers. */
export interface OfferedStreams {
  readonly sse: boolean;
  readonly incremental: boolean;
}

function json(mediaType: string, hasStatus: boolean): ResponseFormat {
  // JSON has no parameter for its encoding, which is always UTF-8 (RFC 8259); the other types are GraphQL's.
  const contentType = mediaType === "application/json" ? mediaType : `${mediaType}; charset=utf-8`;
  return format("json", contentType, { hasStatus });
}

function format(
  kind: ResponseKind,
  contentType: string,
  rules: Partial<Pick<ResponseFormat, "hasStatus" | "incremental">> = {},
): ResponseFormat {
  const successful = { status: 200, headers: { "content-type": contentType } };
  return { kind, contentType, successful, hasStatus: false, incremental: "current", ...rules };
}

const formats: ReadonlyMap<string, ResponseFormat> = new Map<string, ResponseFormat>([
  ["application/json", json("application/json", false)],
  [graphQlResponseType, json(graphQlResponseType, true)],
  ["application/graphql+json", json("application/graphql+json", false)],
  ["text/event-stream", format("event-stream", "text/event-stream; charset=utf-8")],
  ["multipart/mixed;incrementalspec=v0.2", multipart("incrementalSpec=v0.2", "current")],
  ["multipart/mixed;deferspec=20220824", multipart("deferSpec=20220824", "legacy")],
]);

function multipart(parameter: string, incremental: ResponseFormat["incremental"]): ResponseFormat {
  return format("multipart", `multipart/mixed;boundary="-";${parameter}`, { incremental });
}

/** What clients add to any media type; every answer is in UTF-8, so it changes nothing. */
const utf8Parameter = /;\s*charset\s*=\s*"?utf-?8"?(?=\s*(?:[;,]|$))/gi;

/** JSON as every client understands it: for answers to requests that could not be negotiated. */
export const plainJson: ResponseFormat = json("application/json", false);

/**
 * The format of an answer that never is a stream.
 *
 * @param accepted a format that the client accepts, where one is known; one that is no JSON is left aside
 */
export function jsonFormat(accepted: ResponseFormat | undefined): ResponseFormat {
  return accepted?.kind === "json" ? accepted : plainJson;
}

/** Finds the response format that a client prefers. Answers are kept by header value, of which there are few. */
export class FormatNegotiation {
  readonly #singles: readonly string[];
  readonly #streams: readonly string[];
  readonly #known = new Map<string, AcceptedFormats>();
  readonly #default: AcceptedFormats;

  /** @param offered which streams the endpoint offers */
  constructor({ sse, incremental }: OfferedStreams) {
    const names = [...formats.keys()];
    this.#singles = names.filter((name) => formats.get(name)?.kind === "json");
    this.#streams = names.filter((name) =>
      (sse && name.startsWith("text/")) || (incremental && name.startsWith("multipart/"))
    );
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
    // A client that sends ever new headers must not fill the memory.
    if (accept.length < 1_000 && this.#known.size < 200) this.#known.set(accept, found);
    return found;
  }

  #negotiate(accept: string): AcceptedFormats {
    const choose = (...names: string[]) => formats.get(accepts(given, ...names) ?? "");
    const given = { headers: new Headers({ accept: accept.replaceAll(utf8Parameter, "") }) };
    const preferred = choose(...this.#singles, ...this.#streams);
    const single = preferred?.kind === "event-stream" ? preferred : choose(...this.#singles) ?? preferred;
    return { single, stream: this.#streams.length === 0 ? undefined : choose(...this.#streams) };
  }
}
