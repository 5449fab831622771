import type { EventSerializer } from "./event_serializer.ts";
import type { EventTypes } from "./event_types.ts";

/** An event in the form in which it is stored. */
export interface EncodedEvent {
  readonly eventType: string;
  readonly serializedEvent: string;
}

/** Encodes events for the store, and decodes them. */
export class EventCodec {
  /** The known event classes. */
  readonly types: EventTypes;
  readonly #serializer: EventSerializer;

  /**
   * @param types the known event classes and their names
   * @param serializer serializes the events
   */
  constructor(types: EventTypes, serializer: EventSerializer) {
    this.types = types;
    this.#serializer = serializer;
  }

  /** @throws TypeError when the event can't be restored later */
  encode(event: object): EncodedEvent {
    return { eventType: this.types.nameOf(event), serializedEvent: this.#serializer.serialize(event) };
  }

  /** @throws TypeError when the class is unknown, or the error of the serializer */
  decode({ eventType, serializedEvent }: EncodedEvent): object {
    const type = this.types.byName(eventType);
    if (type === undefined) throw new TypeError(`There is no event type "${eventType}"`);
    return this.#serializer.deserialize(serializedEvent, type);
  }
}
