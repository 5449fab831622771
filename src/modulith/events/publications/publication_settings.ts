import { timerLimitMs } from "../../../kernel/mod.ts";
import type { CompletionMode } from "./event_publication_store.ts";

/** How publications are delivered and tried again. */
export interface PublicationSettings {
  /** What becomes of completed publications; `"update"` keeps them. */
  readonly completionMode: CompletionMode;
  /** How often a listener is told before its publication is given up. */
  readonly maxAttempts: number;
  /** The pause before the second attempt, in milliseconds; it doubles with each further one. */
  readonly retryDelayMs: number;
  /** The longest pause between attempts, in milliseconds. */
  readonly maxRetryDelayMs: number;
  /** How often the store is searched for what is due, in milliseconds. */
  readonly checkIntervalMs: number;
  /** After which silence other instances take over what an instance holds, in milliseconds. */
  readonly leaseMs: number;
  /** Most publications that are taken at once. */
  readonly batchSize: number;
}

/** The settings that hold where nothing else is said. */
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
 * The pause after an attempt.
 *
 * @param attempt how often the listener was told
 * @param settings first and longest pause
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

/** What timers wait for: above their limit they would fire at once, again and again. */
const timed: readonly string[] = ["checkIntervalMs", "leaseMs"] satisfies (keyof PublicationSettings)[];

/**
 * Checks settings.
 *
 * @throws TypeError naming the one that is not allowed
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
