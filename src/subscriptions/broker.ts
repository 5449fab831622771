import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";

/** A position in the log of a broker. */
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
  /** The position of the event; absent if the broker has no log. */
  readonly position?: EventPosition;
}

/** An event that is published. */
export interface BrokerMessage {
  /** The subject, whose subscribers receive the event. */
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
  /** Called when events may be missing, because the connection or the log was lost. */
  interrupted(): void;
}

/** The flow of a subject's events to its listener. */
export interface SubjectFeed {
  /** Events after this position are delivered; absent if the broker has no log. */
  readonly position?: EventPosition;
  /** Ends the flow. */
  close(): Promise<void>;
}

/** Some events of a log. */
export interface LogPage {
  /** In order. */
  readonly events: readonly BrokerEvent[];
  /** The position up to which all events of the subject have been read. */
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
   * @returns `undefined` if events after the position are no longer retained, or the position belongs to another log
   */
  read(subject: string, after: EventPosition, limit: number): Promise<LogPage | undefined>;
}

/** Carries events between the instances of a service. */
export interface SubscriptionBroker extends AsyncDisposable {
  /** Names the broker in logs and in the health of the application, for example `"nats"`. */
  readonly name: string;
  /** The log of retained events; absent if the broker has none. */
  readonly log?: EventLog;
  /** Connects, when the application starts. @throws SubscriptionBusUnavailableError when that fails */
  start(): Promise<void>;
  /** Sends an event; resolves when the broker has it. @throws SubscriptionBusUnavailableError when it is away */
  send(message: BrokerMessage): Promise<void>;
  /**
   * Subscribes to a subject.
   *
   * @returns resolves when the broker confirmed the subscription: events published afterwards are delivered
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
 * @param text the string from {@linkcode positionText}
 * @returns `undefined` when it is none
 */
export function positionOf(text: string): EventPosition | undefined {
  const [log = "", sequence = "", ...rest] = text.split(".");
  if (log === "" || rest.length > 0 || !/^\d{1,15}$/.test(sequence)) return undefined;
  return { log, sequence: Number(sequence) };
}
