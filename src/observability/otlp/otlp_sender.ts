import { inRootContext } from "../../context/mod.ts";
import type { OtlpProtocol } from "./otlp_variables.ts";

/** Where messages are sent, and how. */
export interface OtlpSenderOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: OtlpProtocol;
  readonly isCompressed: boolean;
  /** How long a message is tried, in milliseconds. */
  readonly timeoutMs: number;
}

/** Statuses after which OTLP lets a client try again. */
const temporary = new Set([429, 502, 503, 504]);

const firstDelayMs = 200;

/** Sends messages of OTLP over HTTP; each is tried again as long as its time allows. */
export class OtlpSender {
  readonly #options: OtlpSenderOptions;

  /** @param options the receiver */
  constructor(options: OtlpSenderOptions) {
    this.#options = options;
  }

  /**
   * Sends a message. It holds the work of many requests, so it is sent in the context of none of them.
   *
   * @param message in the form that `protocol` names
   * @throws Error when the receiver does not take it in time
   */
  send(message: Uint8Array<ArrayBuffer>): Promise<void> {
    return inRootContext(() => this.#send(message));
  }

  async #send(message: Uint8Array<ArrayBuffer>): Promise<void> {
    const { isCompressed, timeoutMs } = this.#options;
    const body = isCompressed ? await gzip(message) : message;
    const expiry = new AbortController();
    const late = new Error(`No complete answer within ${timeoutMs} ms`);
    const timer = setTimeout(() => expiry.abort(late), timeoutMs);
    try {
      for (let delayMs = firstDelayMs;; delayMs *= 2) {
        const failure = await this.#try(body, expiry.signal);
        if (failure === undefined) return;
        if (!failure.isTemporary) throw failure.error;
        await pause(Math.max(failure.retryAfterMs ?? 0, delayMs * (0.5 + Math.random())), expiry.signal, failure.error);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #try(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Failure | undefined> {
    const { url, headers, protocol, isCompressed } = this.#options;
    const all = new Headers(headers);
    all.set("content-type", protocol === "http/json" ? "application/json" : "application/x-protobuf");
    if (isCompressed) all.set("content-encoding", "gzip");
    try {
      const response = await fetch(url, { method: "POST", headers: all, body, signal, redirect: "manual" });
      await response.arrayBuffer();
      if (response.ok) return undefined;
      const error = new Error(`The receiver answered with status ${response.status}`);
      const retryAfter = Number(response.headers.get("retry-after"));
      return {
        error,
        isTemporary: temporary.has(response.status),
        ...(retryAfter > 0 ? { retryAfterMs: retryAfter * 1_000 } : {}),
      };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)), isTemporary: !signal.aborted };
    }
  }
}

interface Failure {
  readonly error: Error;
  readonly isTemporary: boolean;
  readonly retryAfterMs?: number;
}

/** Waits, or fails with the failure of the last attempt when the time is over. */
function pause(ms: number, signal: AbortSignal, failure: Error): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(failure);
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", giveUp, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  });
}

async function gzip(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Response(message).body!.pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}
