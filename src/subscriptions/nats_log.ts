import { loadJetStream, type NatsConnection } from "../nats/mod.ts";
import type { BrokerEvent, EventPosition, LogPage } from "./broker.ts";

/** A subject of a stream. */
export interface NatsSubject {
  readonly connection: NatsConnection;
  readonly stream: string;
  /** With its prefix. */
  readonly subject: string;
}

/** The state of a stream. */
export interface NatsStreamState {
  /** Identifies the stream: a stream that was deleted and recreated has other positions. */
  readonly log: string;
  /** Sequence of the first message; one more than the last if there is none. */
  readonly first: number;
  /** Sequence of the last message that was stored. */
  readonly last: number;
}

/**
 * Reads the state of a stream.
 *
 * @param place the stream
 */
export async function natsStreamState({ connection, stream }: Omit<NatsSubject, "subject">): Promise<NatsStreamState> {
  const { jetstreamManager } = await loadJetStream();
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  const { created, state: { first_seq, last_seq } } = await streams.info(stream);
  return { log: Date.parse(created).toString(36), first: first_seq === 0 ? last_seq + 1 : first_seq, last: last_seq };
}

/**
 * Reads events of a subject from the stream.
 *
 * @param place the subject
 * @param after the position of the last event that is known
 * @param limit maximum number of events
 * @returns `undefined` if events after the position are no longer retained, or the position belongs to another stream
 */
export async function readNatsLog(
  place: NatsSubject,
  after: EventPosition,
  limit: number,
): Promise<LogPage | undefined> {
  const before = await natsStreamState(place);
  if (after.log !== before.log || after.sequence > before.last) return undefined;
  const events = await nextMessages(place, after, limit);
  // Checked afterwards: events may have been removed during the read.
  const { log, first } = await natsStreamState(place);
  if (after.log !== log || after.sequence + 1 < first) return undefined;
  return { events, upTo: { log, sequence: before.last } };
}

async function nextMessages({ connection, stream, subject }: NatsSubject, after: EventPosition, limit: number) {
  const { jetstreamManager } = await loadJetStream();
  const { direct } = await jetstreamManager(connection, { checkAPI: false });
  const events: BrokerEvent[] = [];
  for (let sequence = after.sequence; events.length < limit;) {
    const found = await direct.getMessage(stream, { seq: sequence + 1, next_by_subj: subject });
    if (found === null) break;
    sequence = found.seq;
    events.push({ payload: found.string(), position: { log: after.log, sequence } });
  }
  return events;
}
