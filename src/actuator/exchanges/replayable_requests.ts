import { isSecretName, maskedValue, sanitized, sanitizedText } from "../../kernel/mod.ts";

/** Maximum size of the body of a request that can be replayed, in bytes. */
const maxBodyBytes = 65_536;

/** Maximum size of all bodies together, in bytes. */
const maxBytes = 4_000_000;

/** A request as it can be sent again: with its secrets, so in memory alone. */
export interface ReplayableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Absent where there is none. */
  readonly body?: string;
}

/** The last requests whose bodies are short texts, by the numbers of their exchanges. */
export class ReplayableRequests {
  readonly #requests = new Map<number, ReplayableRequest>();
  readonly #capacity: number;
  #bytes = 0;

  /** @param capacity maximum number of requests */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Reads a request beside the application.
   *
   * @param request the request, whose body is unread
   * @returns the replayable request, or `undefined` if the body is too long, of unknown length or not text
   */
  static async read(request: Request): Promise<ReplayableRequest | undefined> {
    const { method, url, headers } = request;
    if (headers.has("upgrade")) return undefined;
    const plain = { method, url, headers: [...headers].filter(([name]) => !ofConnection.test(name)) };
    if (request.body === null) return plain;
    const length = headers.get("content-length");
    const isText = /json|^text\/|^application\/(?:x-www-form-urlencoded|graphql|xml)/.test(
      headers.get("content-type") ?? "",
    );
    if (length === null || Number(length) > maxBodyBytes || !isText) return undefined;
    try {
      return { ...plain, body: await request.clone().text() };
    } catch {
      // The client left.
      return undefined;
    }
  }

  /**
   * Keeps a request; the oldest ones leave when there are too many, or they are too long together.
   *
   * @param id the number of its exchange
   * @param request the request
   */
  add(id: number, request: ReplayableRequest): void {
    this.#requests.set(id, request);
    this.#bytes += sizeOf(request);
    while (this.#requests.size > this.#capacity || this.#bytes > maxBytes) {
      const [oldest, { value }] = [this.#requests.keys().next().value!, this.#requests.values().next()];
      this.#bytes -= sizeOf(value!);
      this.#requests.delete(oldest);
    }
  }

  /**
   * Finds a request.
   *
   * @param id the number of its exchange
   */
  get(id: number): ReplayableRequest | undefined {
    return this.#requests.get(id);
  }

  /** All of them with their numbers, the oldest first. */
  get entries(): readonly (readonly [number, ReplayableRequest])[] {
    return [...this.#requests];
  }
}

/** Connection-specific headers, which are not replayed. */
const ofConnection = /^(?:connection|content-length|host|keep-alive|transfer-encoding|te|trailer|accept-encoding)$/;

function sizeOf({ url, headers, body = "" }: ReplayableRequest): number {
  return url.length + body.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/**
 * Shows the body of a message without its secrets.
 *
 * @param text the body
 */
export function maskedBody(text: string): string {
  try {
    return JSON.stringify(sanitized("body", JSON.parse(text)));
  } catch {
    // In GraphQL and forms, a name with its literal.
    return sanitizedText(text).replaceAll(
      /\b(\w+)(\s*[:=]\s*)("(?:[^"\\]|\\.)*"|[^\s&,)}"]+)/g,
      (pair, name: string, between: string) => isSecretName(name) ? `${name}${between}${maskedValue}` : pair,
    );
  }
}
