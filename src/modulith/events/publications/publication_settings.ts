import { timerLimitMs } from "../../../kernel/mod.ts";
import type { CompletionMode } from "./event_publication_store.ts";

/** Settings of the delivery and retry of publications. */
export interface PublicationSettings {
  /** Whether completed publications are kept (`"update"`), deleted or archived. */
  readonly completionMode: CompletionMode;
  /** Maximum number of attempts before a publication is abandoned. */
  readonly maxAttempts: number;
  /** Delay before the second attempt, in milliseconds; it doubles with each further attempt. */
  readonly retryDelayMs: number;
  /** Maximum delay between attempts, in milliseconds. */
  readonly maxRetryDelayMs: number;
  /** Interval between searches for due publications, in milliseconds. */
  readonly checkIntervalMs: number;
  /** Time without a heartbeat after which other instances take over an instance's publications, in milliseconds. */
  readonly leaseMs: number;
  /** Maximum number of publications claimed at once. */
  readonly batchSize: number;
}

/** The default settings. */
export const defaultSettings: PublicationSettings = {
  completionMode: "update",
  maxAttempts: 10,
  retryDelayMs: 1_000,
  maxRetryDelayMs: 600_000,
  checkIntervalMs: 5_000,
  leaseMs: 30_000,
  batchSize: 100,
};

/**
 * Computes the delay after a failed attempt, in milliseconds.
 *
 * @param attempt number of the attempt, from 1
 * @param settings first and maximum delay
 */
export function pauseAfter(attempt: number, { retryDelayMs, maxRetryDelayMs }: PublicationSettings): number {
  return Math.min(maxRetryDelayMs, retryDelayMs * 2 ** (attempt - 1));
}

const modes: readonly unknown[] = ["update", "delete", "archive"] satisfies CompletionMode[];

function requireMode(value: unknown): void {
  if (modes.includes(value)) return;
  const known = modes.map((mode) => `"${mode}"`).join(", ");
  throw new TypeError(`Cannot use option "completionMode" as it must be one of ${known}: current value is "${value}"`);
}

/** Settings used for timers, which would fire at once above the timer limit. */
const timed: readonly string[] = ["checkIntervalMs", "leaseMs"] satisfies (keyof PublicationSettings)[];

/**
 * Checks settings.
 *
 * @throws TypeError naming the invalid setting
 */
export function checkSettings(settings: PublicationSettings): void {
  for (const [name, value] of Object.entries(settings)) {
    if (name === "completionMode") {
      requireMode(value);
      continue;
    }
    if (timed.includes(name) && (value as number) >= timerLimitMs) {
      throw new TypeError(
        `Cannot use option "${name}" as it must be an integer < ${timerLimitMs}: current value is ${value}`,
      );
    }
    if (!Number.isSafeInteger(value) || (value as number) < 1) {
      throw new TypeError(`Cannot use option "${name}" as it must be an integer >= 1: current value is ${value}`);
    }
  }
}
