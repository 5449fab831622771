import { percentDecoded } from "../../kernel/mod.ts";
import { variable } from "../otel_variables.ts";

/** What is sent. */
export type OtlpSignal = "traces" | "metrics";

/** Forms of a message of OTLP over HTTP. */
export type OtlpProtocol = "http/json" | "http/protobuf";

/**
 * Reads where a signal is sent: `OTEL_EXPORTER_OTLP_<SIGNAL>_ENDPOINT` as it is, or `OTEL_EXPORTER_OTLP_ENDPOINT` with
 * the signal's path.
 *
 * @param signal what is sent
 * @returns the receiver's URL; `undefined` where there is none, or where the runtime sends it itself (`OTEL_DENO`)
 */
export function otlpEndpointInEnvironment(signal: OtlpSignal): string | undefined {
  const isRuntimes = ["true", "1"].includes(variable("OTEL_DENO") ?? "");
  const isOff = variable("OTEL_SDK_DISABLED") === "true" ||
    variable(`OTEL_${signal.toUpperCase()}_EXPORTER`) === "none";
  if (isRuntimes || isOff) return undefined;
  const base = variable("OTEL_EXPORTER_OTLP_ENDPOINT");
  return variable(`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`) ??
    (base === undefined ? undefined : new URL(`v1/${signal}`, base.endsWith("/") ? base : `${base}/`).href);
}

/**
 * Reads in which form a signal is sent.
 *
 * @param signal what is sent
 * @throws TypeError when a variable asks for another than OTLP over HTTP
 */
export function otlpProtocolInEnvironment(signal: OtlpSignal): OtlpProtocol {
  const [protocol, name] = ofSignal(signal, "PROTOCOL");
  if (protocol === undefined || protocol === "http/json") return "http/json";
  if (protocol === "http/protobuf") return protocol;
  throw new TypeError(
    `Cannot send ${signal} as ${name} must be "http/json" or "http/protobuf", for the receiver's port of OTLP over ` +
      `HTTP, usually 4318: current value is "${protocol}"`,
  );
}

/**
 * Reads what is sent along with a signal, for example a token of the receiver.
 *
 * @param signal what is sent; its own headers win over those of all signals
 */
export function otlpHeadersInEnvironment(signal: OtlpSignal): Record<string, string> {
  const names = ["OTEL_EXPORTER_OTLP_HEADERS", `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_HEADERS`];
  return Object.fromEntries(names.flatMap((name) => pairsIn(variable(name) ?? "")));
}

/** Whether the environment asks for compressed messages. */
export function isOtlpCompressed(signal: OtlpSignal): boolean {
  return ofSignal(signal, "COMPRESSION")[0] === "gzip";
}

/** How long the environment lets a message be tried, in milliseconds. */
export function otlpTimeoutInEnvironment(signal: OtlpSignal): number | undefined {
  const timeout = Number(ofSignal(signal, "TIMEOUT")[0]);
  return timeout > 0 ? timeout : undefined;
}

function ofSignal(signal: OtlpSignal, setting: string): readonly [value: string | undefined, name: string] {
  const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${setting}`;
  const general = `OTEL_EXPORTER_OTLP_${setting}`;
  const value = variable(own);
  return value === undefined ? [variable(general), general] : [value, own];
}

function pairsIn(text: string): [string, string][] {
  return text.split(",").flatMap((pair): [string, string][] => {
    const end = pair.indexOf("=");
    if (end < 1) return [];
    const value = pair.slice(end + 1).trim();
    return [[pair.slice(0, end).trim(), percentDecoded(value) ?? value]];
  });
}
