import { AsyncLocalStorage } from "node:async_hooks";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import type { LogRecord } from "@espalier/espalier";
import type { TraceExporter } from "@espalier/espalier/observability";

/** Begins the ids of the traces that clients begin. */
const tracePrefix = "e5a11e50";

/**
 * Who makes an operation: `<client>#<number>`, `#<number>` for an anonymous client, and `ws-<client>#<number>` over a
 * WebSocket, whose identity is that of the connection. Every operation carries it as an argument, beside the identity
 * that the service knows from the request.
 */
export type Caller = string;

/** The identity that code must see which works for a caller. */
export function identityOf(caller: Caller): string {
  if (caller.startsWith("#")) return "";
  return caller.startsWith("ws-") ? caller.slice(0, caller.indexOf("#")) : caller;
}

/** The id of the trace that a caller's request begins. */
export function traceOf(caller: Caller): string {
  return tracePrefix + caller.slice(caller.indexOf("#") + 1).padStart(24, "0");
}

/** Compares what code sees with who it works for. */
export class Witness {
  /** The identity of the request at hand. */
  readonly identity: AsyncLocalStorage<string> = new AsyncLocalStorage();
  /** For whom a statement runs, as the code that runs it was told. */
  readonly caller: AsyncLocalStorage<Caller> = new AsyncLocalStorage();
  /** How often each kind of code was asked. */
  readonly counts: Map<string, number> = new Map();
  /** What saw another client. */
  readonly violations: string[] = [];

  /** Asks the code at hand, which works for a caller. */
  see(where: string, caller: Caller): void {
    this.compare(where, this.identity.getStore() ?? "", identityOf(caller));
  }

  /** Asks a statement that is about to run; those of no caller are start-up's. */
  seeStatement(): void {
    const caller = this.caller.getStore();
    if (caller !== undefined) this.see("statement", caller);
  }

  /** Looks at a log line. */
  readonly seeLine = ({ fields = {} }: LogRecord): void => {
    if (typeof fields.caller !== "string") return;
    this.compare("log line", String(fields.identity ?? ""), identityOf(fields.caller));
    if (typeof fields.traceId === "string") this.#seeTrace("trace of a log line", fields.traceId, fields.caller);
  };

  /** Looks at every span that ends. */
  exporter(): TraceExporter {
    const onEnd = (span: ReadableSpan) => {
      const { caller } = span.attributes;
      if (typeof caller === "string") this.#seeTrace("span", span.spanContext().traceId, caller);
    };
    return {
      processor: () => ({
        onStart() {},
        onEnd,
        forceFlush: () => Promise.resolve(),
        shutdown: () => Promise.resolve(),
      }),
    };
  }

  /** Notes what was found beside what it must be. */
  compare(where: string, found: string, expected: string): void {
    this.counts.set(where, (this.counts.get(where) ?? 0) + 1);
    if (found !== expected) this.violations.push(`${where}: "${found}" instead of "${expected}"`);
  }

  // What comes over a WebSocket begins a trace of its own.
  #seeTrace(where: string, traceId: string, caller: Caller): void {
    if (!caller.startsWith("ws-")) return this.compare(where, traceId, traceOf(caller));
    this.compare(where, traceId.slice(0, tracePrefix.length) === tracePrefix ? traceId : "", "");
  }
}
