import type { ServiceIdentifier } from "../../../../deps.ts";
import { type Class, token } from "../../../kernel/mod.ts";

/** Serializes events for the store, and deserializes them. */
export interface EventSerializer {
  /**
   * Serializes an event.
   *
   * @param event the event
   * @throws TypeError when the event can't be restored from text
   */
  serialize(event: object): string;
  /**
   * Deserializes an event.
   *
   * @param text the return value of `serialize`
   * @param type the event's class
   */
  deserialize<E extends object>(text: string, type: Class<E>): E;
}

/** Identifier of the {@linkcode EventSerializer} bean; `JsonEventSerializer` by default. */
export const EventSerializer: ServiceIdentifier<EventSerializer> = token<EventSerializer>("EventSerializer");
