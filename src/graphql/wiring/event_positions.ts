import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { Authentication, type GraphQLContext } from "../../context/mod.ts";
import { SubscriptionEndError } from "./subscription_end_error.ts";

const requestKey = Symbol("PositionRequest");

/** Maximum number of sources of one subscription whose positions fit into a token. */
const maxSources = 16;

/** Maximum length of a token, in characters. */
const maxTokenLength = 2_048;

/** The first element of a token: its format. */
const version = 1;

/** The client's request for positions. */
interface PositionRequest {
  /** The token after which the subscription continues; absent for a new subscription. */
  readonly after?: unknown;
  /** Whether each result has its token in `extensions.resume`. */
  readonly inExtensions?: true;
}

/** The parts of an operation that positions depend on. */
export interface PositionedOperation {
  /** The request's context, with the client's authentication. */
  readonly graphQlContext: GraphQLContext;
  /** `resume: true` asks for positions, `resume: "<position>"` continues after one. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

// Module state is safe here: each value belongs to one request.
const current = new AsyncLocalStorage<EventPositions>();

/**
 * Records that the client of a subscription reads positions.
 *
 * @param context the request's context
 * @param after the position after which the client continues; absent for a new subscription
 */
export function requestPositions(context: GraphQLContext, after?: string): void {
  context.put(requestKey, { after } satisfies PositionRequest);
}

/**
 * The positions of one subscription: the last delivered event of each source, and the event after which each source
 * starts.
 *
 * The sources report to the positions of the operation that opens them, and the engine reads the token of each event.
 * The key of a source is a hash of its name and the client's name: a token of another subscription or of another client
 * has no position for it.
 */
export class EventPositions {
  readonly #request: PositionRequest | undefined;
  readonly #client: string;
  readonly #positions = new Map<string, string>();
  #after: ReadonlyMap<string, string> | undefined;
  #last: unknown;
  /** The number of events delivered since the last result. */
  #taken = 0;
  #hasPositions = false;

  /**
   * Creates the positions of an operation.
   *
   * @param operation the client's authentication, and its request for positions
   */
  constructor({ graphQlContext, extensions: { resume } }: PositionedOperation) {
    const ofTransport = graphQlContext.get<PositionRequest>(requestKey);
    this.#request = resume === undefined || resume === null || resume === false
      ? ofTransport
      : { after: resume === true ? ofTransport?.after : resume, inExtensions: true };
    this.#client = graphQlContext.get<Authentication>(Authentication)?.grants.name ?? "";
  }

  /** The positions of the subscription that is being opened, or whose source is being read. */
  static get current(): EventPositions | undefined {
    return current.getStore();
  }

  /** Runs a function that opens sources or reads events from them. */
  run<R>(work: () => R): R {
    return current.run(this, work);
  }

  /** Whether each result carries its token in `extensions.resume`. */
  get isInExtensions(): boolean {
    return this.#request?.inExtensions === true;
  }

  /** Whether a source has reported a position: then results are sent in the order of the events. */
  get isOrdered(): boolean {
    return this.#hasPositions;
  }

  /**
   * Returns the position after which a source continues.
   *
   * @param source names the source
   * @returns `undefined` for a new subscription
   * @throws SubscriptionEndError when the client continues from a position of another subscription, or from none at all
   */
  after(source: string): string | undefined {
    const { after } = this.#request ?? {};
    if (after === undefined) return undefined;
    this.#after ??= readToken(after);
    const position = this.#after.get(this.#keyOf(source));
    if (position !== undefined) return position;
    throw new SubscriptionEndError(
      "RESUME_POSITION_LOST",
      "Cannot resume the subscription as the position must be one of the same subscription and client: subscribe " +
        "without a position and query the current state",
    );
  }

  /** Records the start position of a source. */
  opened(source: string, position: string): void {
    this.#hasPositions = true;
    if (this.#request !== undefined) this.#positions.set(this.#keyOf(source), position);
  }

  /**
   * Records that a source has delivered an event.
   *
   * @param source names the source
   * @param position that of the event
   * @param event the event, as the subscription receives it
   */
  taken(source: string, position: string, event: unknown): void {
    this.opened(source, position);
    this.#last = event;
    this.#taken++;
  }

  /**
   * Returns the token with which a client continues after an event.
   *
   * @param event the event that the subscription's source delivered
   * @returns `undefined` if the client did not request positions, or if a resolver replaced the event: the client then
   *   continues from an earlier position
   */
  tokenOf(event: unknown): string | undefined {
    // Equal primitive events that were read ahead can't be told apart.
    const isLast = Object.is(event, this.#last) && (typeof event === "object" || this.#taken === 1);
    this.#taken = 0;
    return isLast ? this.token : undefined;
  }

  /** The token with which a client continues after the events that were delivered so far. */
  get token(): string | undefined {
    if (this.#positions.size === 0 || this.#positions.size > maxSources) return undefined;
    const text = JSON.stringify([version, ...[...this.#positions].flat()]);
    return new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
  }

  #keyOf(source: string): string {
    return createHash("sha256").update(`${source}\0${this.#client}`).digest("base64url").slice(0, 16);
  }
}

function readToken(token: unknown): ReadonlyMap<string, string> {
  const [format, ...parts] = parsed(token);
  if (format === version && parts.length % 2 === 0 && parts.every((part) => typeof part === "string")) {
    return new Map(parts.flatMap((part, i) => i % 2 === 0 ? [[part, parts[i + 1]!]] : []));
  }
  throw new SubscriptionEndError(
    "INVALID_RESUME_POSITION",
    "Cannot resume the subscription as the position must be one that the service has sent: it can't be read",
  );
}

function parsed(token: unknown): unknown[] {
  if (typeof token !== "string" || token.length > maxTokenLength) return [];
  try {
    const value: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(token, { alphabet: "base64url" })),
    );
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
