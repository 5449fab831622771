import type { EventSerializer } from "./event_serializer.ts";
import type { EventTypes } from "./event_types.ts";

/** An event in the form in which it is stored. */
export interface EncodedEvent {
  readonly eventType: string;
  readonly serializedEvent: string;
}

/** Turns events into what is stored, and back. */
export class EventCodec {
  /** The classes that are known. */
  readonly types: EventTypes;
  readonly #serializer: EventSerializer;

  /**
   * @param types names the classes
   * @param serializer writes the events
   */
  constructor(types: EventTypes, serializer: EventSerializer) {
    this.types = types;
    this.#serializer = serializer;
  }

  /** @throws TypeError when the event can't be restored later */
  encode(event: object): EncodedEvent {
    return { eventType: this.types.nameOf(event), serializedEvent: this.#serializer.serialize(event) };
  }

  /** @throws TypeError when the class is not known, or whatever the serializer throws */
  decode({ eventType, serializedEvent }: EncodedEvent): object {
    const type = this.types.byName(eventType);
    if (type === undefined) throw new TypeError(`There is no event type "${eventType}"`);
    return this.#serializer.deserialize(serializedEvent, type);
  }
}
