import { choice, integer, milliseconds, type PropertyTable } from "./property.ts";

/** Application events: how many listeners run at the same time, how long they may take, how long publications are kept. */
export interface EventsProperties {
  /**
   * Maximum number of listeners after the commit that run at the same time; 0 means half of the database's connections,
   * and 8 where there is one for all changes, as on SQLite, or no database.
   */
  readonly maxConcurrency: number;
  /** Maximum time that a listener after the commit may take, in milliseconds; 0 for no limit. */
  readonly listenerTimeoutMs: number;
  /** What becomes of a stored publication whose listener exceeded its time. */
  readonly onListenerTimeout: "retry" | "abandon";
  /** Time after which a listener at work is reported as slow, in milliseconds; 0 for never. */
  readonly staleAfterMs: number;
  /** Number of waiting publications above which publishers are slowed down; 0 for never. */
  readonly maxBacklog: number;
  /** Maximum time by which a publisher is slowed down after its commit, in milliseconds. */
  readonly maxPublisherDelayMs: number;
  /** How long completed publications are kept, in milliseconds; 0 for ever. */
  readonly retentionMs: number;
}

/** Definitions of {@linkcode EventsProperties}. */
export const eventsProperties: PropertyTable<EventsProperties> = {
  maxConcurrency: integer({
    default: 0,
    description: "Most listeners after the commit at once; 0 for half of the database's connections, 8 on SQLite.",
  }),
  listenerTimeoutMs: milliseconds({
    default: 300_000,
    description: "Longest time that a listener after the commit may take; 0 for no limit.",
  }),
  onListenerTimeout: choice(["retry", "abandon"], {
    default: "retry",
    description: "What becomes of a stored publication whose listener took too long.",
  }),
  staleAfterMs: milliseconds({
    default: 60_000,
    description: "Time after which a listener that is still at work is reported; 0 for never.",
  }),
  maxBacklog: integer({
    default: 10_000,
    description: "Waiting publications above which publishers are slowed down after their commit; 0 for no limit.",
  }),
  maxPublisherDelayMs: milliseconds({
    default: 1_000,
    description: "Longest time by which a publisher is slowed down.",
  }),
  retentionMs: integer({
    default: 604_800_000,
    description: "How long completed publications are kept, also in the archive; 0 for ever.",
  }),
};
