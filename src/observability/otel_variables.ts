import type { TracingProperties } from "../kernel/mod.ts";

/** Whether `OTEL_TRACES_SAMPLER` decides what is recorded: where the ratio of the properties is left at its default. */
export function samplerIsInEnvironment({ sampleRatio }: TracingProperties): boolean {
  return sampleRatio === 1 && variable("OTEL_TRACES_SAMPLER") !== undefined;
}

/**
 * Reads where spans are sent: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` as it is, or `OTEL_EXPORTER_OTLP_ENDPOINT` with the
 * path of traces.
 *
 * @returns the receiver's URL; `undefined` where there is none, or where the runtime sends spans itself (`OTEL_DENO`)
 */
export function otlpEndpointInEnvironment(): string | undefined {
  const isRuntimes = ["true", "1"].includes(variable("OTEL_DENO") ?? "");
  const isOff = variable("OTEL_SDK_DISABLED") === "true" || variable("OTEL_TRACES_EXPORTER") === "none";
  if (isRuntimes || isOff) return undefined;
  const base = variable("OTEL_EXPORTER_OTLP_ENDPOINT");
  return variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") ??
    (base === undefined ? undefined : new URL("v1/traces", base.endsWith("/") ? base : `${base}/`).href);
}

/**
 * Rejects a protocol that the exporter does not speak.
 *
 * @throws TypeError when a variable asks for another than OTLP over HTTP as JSON
 */
export function requireSupportedProtocol(): void {
  const name = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"].find((each) => variable(each));
  const protocol = name && variable(name);
  if (protocol === undefined || protocol === "http/json") return;
  throw new TypeError(`Cannot send spans as ${name} must be "http/json": current value is "${protocol}"`);
}

/** A variable, where it may be read; an empty one counts as absent. */
function variable(name: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable: name });
  return state === "granted" ? Deno.env.get(name) || undefined : undefined;
}
