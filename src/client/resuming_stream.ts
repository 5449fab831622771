import { pause } from "../kernel/mod.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import type { ResponseError } from "./response_error.ts";
import { GraphQlTransportError, SubscriptionError } from "./graphql_client_error.ts";

/** How a client resumes subscriptions whose connection was lost. */
export interface ResumeOptions {
  /** Maximum number of attempts in a row without a response of the server; 20 by default. */
  readonly maxAttempts?: number;
  /** Pause before the first attempt, in milliseconds; it doubles each time and varies by half. By default 250. */
  readonly minDelayMs?: number;
  /** Longest pause between two attempts, in milliseconds; by default 10,000. */
  readonly maxDelayMs?: number;
}

/**
 * Reads the option of a transport.
 *
 * @param given the option of the client; by default subscriptions are resumed
 */
export function resumeOptions(given: ResumeOptions | false | undefined): ResumeOptions | undefined {
  return given === false ? undefined : given ?? {};
}

/** A part of a connection's input. */
export interface ReceivedPart {
  /** The result; absent if the part has only a position or a reconnect time. */
  readonly body?: GraphQlResponseBody;
  /** The position to resume after this part; absent if the server sends no positions. */
  readonly position?: string | undefined;
  /** When the server wants the client to connect again, in milliseconds. */
  readonly retryMs?: number | undefined;
}

/** A subscription that can be sent again. */
export interface ResumableSubscription {
  /** Aborted when the consumer ends the iteration. */
  readonly signal: AbortSignal;
  /** Connects. @param after the position to resume after; absent for a new subscription */
  readonly open: (after: string | undefined) => AsyncIterable<ReceivedPart>;
}

/**
 * The responses of a subscription. When its connection is lost, it is sent again and continues after the last position
 * that has arrived; without one the failure is thrown. A response that arrives twice is left out.
 *
 * @param subscription how it is sent
 * @param options attempts and pauses; `undefined` never sends it again
 */
export async function* resumingStream(
  { signal, open }: ResumableSubscription,
  options: ResumeOptions | undefined,
): AsyncGenerator<GraphQlResponseBody> {
  const { maxAttempts = 20 } = options ?? {};
  let position: string | undefined;
  let retryMs: number | undefined;
  for (let attempts = 0;; attempts++) {
    const mayResume = () =>
      options !== undefined && position !== undefined && attempts < maxAttempts && !signal.aborted;
    try {
      for await (const part of open(position)) {
        if (mayResume() && isUnavailable(part.body)) throw new UnavailableError();
        if (part.body !== undefined) attempts = 0;
        retryMs = part.retryMs ?? retryMs;
        const isKnown = part.position !== undefined && part.position === position;
        position = part.position ?? position;
        if (part.body !== undefined && !isKnown) yield part.body;
      }
      return;
    } catch (error) {
      if (!mayResume() || !mayPass(error)) throw error;
      retryMs = retryHint(error) ?? retryMs;
    }
    await pause(attempts === 0 && retryMs !== undefined ? retryMs : delayMs(attempts, options), signal);
    retryMs = undefined;
    if (signal.aborted) return;
  }
}

/** The server is there, and can't open the subscription at present. */
class UnavailableError extends Error {}

/** Over event streams, the errors of a subscription that could not be opened are its only response. */
function isUnavailable(body: GraphQlResponseBody | undefined): boolean {
  const { data, errors } = body ?? {};
  return data === undefined && Array.isArray(errors) && errors.length > 0 && errors.every(isOutage);
}

function isOutage({ extensions }: Pick<ResponseError, "extensions">): boolean {
  return extensions?.classification === "UNAVAILABLE";
}

/** Whether the failure is one of the connection, or of a server that is about to stop or has just started. */
function mayPass(error: unknown): boolean {
  if (error instanceof GraphQlTransportError) return error.status === undefined || error.status >= 429;
  if (error instanceof SubscriptionError) return error.errors.every(isOutage);
  return error instanceof UnavailableError;
}

/** The reason of a WebSocket's close frame contains the reconnect time. */
function retryHint(error: unknown): number | undefined {
  const found = error instanceof Error ? /reconnect after (\d{1,6}) ms/.exec(error.message) : null;
  return found === null ? undefined : Number(found[1]);
}

function delayMs(attempts: number, { minDelayMs = 250, maxDelayMs = 10_000 }: ResumeOptions = {}): number {
  return Math.min(maxDelayMs, minDelayMs * 2 ** attempts) * (0.5 + Math.random() / 2);
}
