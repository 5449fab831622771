import type { Logger } from "../../kernel/mod.ts";
import { OtlpSender, type OtlpSenderOptions } from "./otlp_sender.ts";
import {
  isOtlpCompressed,
  otlpHeadersInEnvironment,
  type OtlpProtocol,
  otlpProtocolInEnvironment,
  type OtlpSignal,
  otlpTimeoutInEnvironment,
} from "./otlp_variables.ts";

/** What an exporter of OpenTelemetry's SDK is called with when a message was sent or not. */
export type ExportDone = (result: { readonly code: 0 | 1; readonly error?: Error }) => void;

/** An exporter by the interface that spans and metrics have in common. */
export interface OtlpExport<T> {
  export(items: T, done: ExportDone): void;
  shutdown(): Promise<void>;
  forceFlush(): Promise<void>;
}

/** What {@linkcode otlpExport} works with. */
export interface OtlpExportParts<T> {
  readonly signal: OtlpSignal;
  readonly sender: OtlpSenderOptions;
  /** Writes a message in the protocol's form. */
  readonly serialize: (items: T) => Uint8Array | undefined;
  readonly logger: Logger;
}

/** How messages are sent: what is given in code, else by OpenTelemetry's variables. */
export interface GivenOtlpOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly protocol?: OtlpProtocol | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * Completes options of a sender by OpenTelemetry's variables.
 *
 * @param signal what is sent
 * @param given what code says
 * @throws TypeError when a variable asks for an unknown protocol
 */
export function otlpSenderOptions(signal: OtlpSignal, given: GivenOtlpOptions): OtlpSenderOptions {
  return {
    url: given.url,
    headers: { ...otlpHeadersInEnvironment(signal), ...given.headers },
    protocol: given.protocol ?? otlpProtocolInEnvironment(signal),
    isCompressed: isOtlpCompressed(signal),
    timeoutMs: given.timeoutMs ?? otlpTimeoutInEnvironment(signal) ?? 5_000,
  };
}

/**
 * Makes an exporter that tells the log when its receiver begins to refuse messages, and when it takes them again: a wrong
 * path would look like an application without traces.
 *
 * @param parts what is sent, where
 */
export function otlpExport<T>({ signal, sender: options, serialize, logger }: OtlpExportParts<T>): OtlpExport<T> {
  const sender = new OtlpSender(options);
  const report = failureReport(signal, options.url, logger);
  const sending = new Set<Promise<void>>();
  const send = async (items: T, done: ExportDone) => {
    try {
      const message = serialize(items);
      if (message !== undefined) await sender.send(message as Uint8Array<ArrayBuffer>);
      report(undefined);
      done({ code: 0 });
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      report(error);
      done({ code: 1, error });
    }
  };
  const settled = async () => void await Promise.all(sending);
  return {
    export(items, done) {
      const sent = send(items, done).finally(() => sending.delete(sent));
      sending.add(sent);
    },
    shutdown: settled,
    forceFlush: settled,
  };
}

function failureReport(signal: OtlpSignal, url: string, logger: Logger): (error: Error | undefined) => void {
  const receiver = withoutCredentials(url);
  const items = signal === "traces" ? "spans" : "metrics";
  let isFailing = false;
  return (error) => {
    if ((error !== undefined) === isFailing) return;
    isFailing = error !== undefined;
    if (error === undefined) {
      return logger.info(`${signal === "traces" ? "Spans" : "Metrics"} are sent again`, { url: receiver });
    }
    logger.warn(
      `Cannot send ${items} as there must be a receiver of OTLP over HTTP, usually at the path /v1/${signal}`,
      { url: receiver, reason: error.message },
    );
  };
}

/** Receivers take a password or a key in the user's place, or as a parameter. */
function withoutCredentials(url: string): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: "", pathname: "" };
  return origin + pathname;
}
