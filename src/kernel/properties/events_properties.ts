import { choice, integer, milliseconds, type PropertyTable } from "./property.ts";

/** Application events: concurrency and time limits of listeners, retention of publications. */
export interface EventsProperties {
  /**
   * Maximum number of after-commit listeners that run at the same time; 0 means half of the database's connections, and
   * 8 with a single writing connection, as on SQLite, or without a database.
   */
  readonly maxConcurrency: number;
  /** Maximum time of an after-commit listener, in milliseconds; 0 disables the limit. */
  readonly listenerTimeoutMs: number;
  /** Whether a stored publication is retried or abandoned after its listener exceeded the time limit. */
  readonly onListenerTimeout: "retry" | "abandon";
  /** Time after which a running listener is reported as slow, in milliseconds; 0 disables it. */
  readonly staleAfterMs: number;
  /** Number of waiting publications above which publishers are delayed (back-pressure); 0 disables it. */
  readonly maxBacklog: number;
  /** Maximum delay of a publisher after its commit, in milliseconds. */
  readonly maxPublisherDelayMs: number;
  /** Retention time of completed publications, in milliseconds; 0 retains them forever. */
  readonly retentionMs: number;
}

/** Definitions of {@linkcode EventsProperties}. */
export const eventsProperties: PropertyTable<EventsProperties> = {
  maxConcurrency: integer({
    default: 0,
    description:
      "Maximum number of concurrent after-commit listeners; 0: half of the database's connections, 8 on SQLite.",
  }),
  listenerTimeoutMs: milliseconds({
    default: 300_000,
    description: "Maximum time of an after-commit listener; 0: no limit.",
  }),
  onListenerTimeout: choice(["retry", "abandon"], {
    default: "retry",
    description: "Whether a stored publication is retried or abandoned after a listener timeout.",
  }),
  staleAfterMs: milliseconds({
    default: 60_000,
    description: "Time after which a running listener is reported as slow; 0: never.",
  }),
  maxBacklog: integer({
    default: 10_000,
    description: "Number of waiting publications above which publishers are delayed after their commit; 0: no limit.",
  }),
  maxPublisherDelayMs: milliseconds({
    default: 1_000,
    description: "Maximum delay of a publisher.",
  }),
  retentionMs: integer({
    default: 604_800_000,
    description: "Retention time of completed publications, also in the archive; 0: forever.",
  }),
};
