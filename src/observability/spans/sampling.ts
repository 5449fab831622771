import type { SpanContext } from "../deps.ts";

/** Decides, once for each trace, whether it is recorded. */
export interface Sampling {
  /** Which part of the traces is recorded, from 0 to 1. */
  readonly ratio: number;
  /** Whether the decision of a caller of this process is kept. */
  readonly followsCaller: boolean;
}

/**
 * Decides whether a trace is recorded. By its identifier, so that services with the same ratio decide alike.
 *
 * @param sampling the ratio, and whether the caller's decision is kept
 * @param traceId the trace
 * @param caller the span in another process that this one was called from
 */
export function isSampled({ ratio, followsCaller }: Sampling, traceId: string, caller?: SpanContext): boolean {
  if (caller !== undefined && followsCaller) return (caller.traceFlags & 1) === 1;
  if (ratio >= 1) return true;
  if (ratio <= 0) return false;
  // The last 7 bytes are random, by W3C's recommendation; 13 digits are as many as a number holds exactly.
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
}

const samplers: Readonly<Record<string, (ratio: number) => Sampling>> = {
  always_on: () => ({ ratio: 1, followsCaller: false }),
  always_off: () => ({ ratio: 0, followsCaller: false }),
  traceidratio: (ratio) => ({ ratio, followsCaller: false }),
  parentbased_always_on: () => ({ ratio: 1, followsCaller: true }),
  parentbased_always_off: () => ({ ratio: 0, followsCaller: true }),
  parentbased_traceidratio: (ratio) => ({ ratio, followsCaller: true }),
};

/**
 * Reads the sampler that OpenTelemetry's variables name.
 *
 * @param name of the sampler
 * @param argument its argument: a ratio
 * @throws TypeError when there is no such sampler, or its argument is no ratio
 */
export function samplingNamed(name: string, argument = "1"): Sampling {
  const sampler = Object.hasOwn(samplers, name) ? samplers[name] : undefined;
  if (sampler === undefined) {
    const known = Object.keys(samplers).map((each) => `"${each}"`).join(", ");
    throw new TypeError(
      `Cannot sample traces as OTEL_TRACES_SAMPLER must be one of ${known}: current value is "${name}"`,
    );
  }
  const ratio = Number(argument);
  if (name.endsWith("traceidratio") && !(ratio >= 0 && ratio <= 1)) {
    throw new TypeError(
      `Cannot sample traces as OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: current value is "${argument}"`,
    );
  }
  return sampler(ratio);
}
