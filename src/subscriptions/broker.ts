import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";

/** A place in the log of a broker. */
export interface EventPosition {
  /** Identifies the log: positions of different logs can't be compared. Letters, digits, `_` and `-`. */
  readonly log: string;
  /** Grows from event to event. */
  readonly sequence: number;
}

/** An event as a broker delivers it. */
export interface BrokerEvent {
  /** The event as JSON. */
  readonly payload: string;
  /** Absent where the broker keeps no log. */
  readonly position?: EventPosition;
}

/** An event that is published. */
export interface BrokerMessage {
  /** The subject, whose subscribers get the event. */
  readonly subject: string;
  /** The event as JSON. */
  readonly payload: string;
  /** The same each time the event is sent. */
  readonly id: string;
}

/** Receives the events of a subject. */
export interface SubjectListener {
  /** Called for each event, in order. */
  received(event: BrokerEvent): void;
  /** Called when events may be missing: the connection broke, or the log was lost. */
  interrupted(): void;
}

/** The flow of a subject's events to its listener. */
export interface SubjectFeed {
  /** Events after this position are delivered; absent where the broker keeps no log. */
  readonly position?: EventPosition;
  /** Ends the flow. */
  close(): Promise<void>;
}

/** Some events of a log. */
export interface LogPage {
  /** In order. */
  readonly events: readonly BrokerEvent[];
  /** Where there are no events: there are none up to this position. */
  readonly upTo: EventPosition;
}

/** The events that a broker keeps for some time. */
export interface EventLog {
  /**
   * Reads events of a subject.
   *
   * @param subject the subject
   * @param after the position of the last event that is known
   * @param limit maximum number of events
   * @returns `undefined` when events after the position are no longer kept, or the position is none of this log
   */
  read(subject: string, after: EventPosition, limit: number): Promise<LogPage | undefined>;
}

/** Carries events between the instances of a service. */
export interface SubscriptionBroker extends AsyncDisposable {
  /** Names the broker in logs and in the health of the application, for example `"nats"`. */
  readonly name: string;
  /** The events that the broker keeps; absent where it keeps none. */
  readonly log?: EventLog;
  /** Connects, when the application starts. @throws SubscriptionBusUnavailableError when that fails */
  start(): Promise<void>;
  /** Sends an event; resolves when the broker has it. @throws SubscriptionBusUnavailableError when it is away */
  send(message: BrokerMessage): Promise<void>;
  /**
   * Begins to receive a subject.
   *
   * @returns when the broker knows it: events that are published from then on are delivered
   * @throws SubscriptionBusUnavailableError when the broker is away
   */
  open(subject: string, listener: SubjectListener): Promise<SubjectFeed>;
  /** Whether the broker can be reached. @throws when it can't */
  check(): Promise<void>;
}

/** Identifier of the {@linkcode SubscriptionBroker} bean, which `subscriptions()` binds. */
export const SubscriptionBroker: ServiceIdentifier<SubscriptionBroker> = token<SubscriptionBroker>(
  "SubscriptionBroker",
);

/**
 * Writes a position.
 *
 * @param position the position
 */
export function positionText({ log, sequence }: EventPosition): string {
  return `${log}.${sequence}`;
}

/**
 * Reads a position.
 *
 * @param text as {@linkcode positionText} wrote it
 * @returns `undefined` when it is none
 */
export function positionOf(text: string): EventPosition | undefined {
  const [log = "", sequence = "", ...rest] = text.split(".");
  if (log === "" || rest.length > 0 || !/^\d{1,15}$/.test(sequence)) return undefined;
  return { log, sequence: Number(sequence) };
}
