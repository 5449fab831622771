import type { TracingProperties } from "../kernel/mod.ts";
import { type Sampling, samplingNamed } from "./spans/sampling.ts";
import type { SpanLimits } from "./spans/span_attributes.ts";

/**
 * Returns the sampling of traces: `tracing.sampleRatio`, or `OTEL_TRACES_SAMPLER` if the property has its default
 * value.
 *
 * @param properties the ratio
 * @throws TypeError when the variable has an unknown sampler
 */
export function samplingOf({ sampleRatio }: TracingProperties): Sampling {
  const name = sampleRatio === 1 ? variable("OTEL_TRACES_SAMPLER") : undefined;
  if (name === undefined) return { ratio: sampleRatio, followsCaller: true };
  return samplingNamed(name, variable("OTEL_TRACES_SAMPLER_ARG"));
}

/** Reads OpenTelemetry's limits of spans. */
export function spanLimitsInEnvironment(): SpanLimits {
  const attributeCountLimit = limit("OTEL_ATTRIBUTE_COUNT_LIMIT", 128);
  const attributeValueLengthLimit = limit("OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT", Infinity);
  return {
    attributeCountLimit: limit("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", attributeCountLimit),
    attributeValueLengthLimit: limit("OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", attributeValueLengthLimit),
    eventCountLimit: limit("OTEL_SPAN_EVENT_COUNT_LIMIT", 128),
    linkCountLimit: limit("OTEL_SPAN_LINK_COUNT_LIMIT", 128),
    attributePerEventCountLimit: limit("OTEL_EVENT_ATTRIBUTE_COUNT_LIMIT", 128),
    attributePerLinkCountLimit: limit("OTEL_LINK_ATTRIBUTE_COUNT_LIMIT", 128),
  };
}

function limit(name: string, absent: number): number {
  const value = variable(name);
  if (value === undefined) return absent;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new TypeError(`Cannot limit spans as ${name} must be an integer >= 0: current value is "${value}"`);
}

/** Reads a variable; `undefined` if it is empty or may not be read. */
export function variable(name: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable: name });
  return state === "granted" ? Deno.env.get(name) || undefined : undefined;
}
