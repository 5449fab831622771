import type { ServiceIdentifier } from "../../../../deps.ts";
import { type Class, token } from "../../../kernel/mod.ts";

/** Turns events into text for the store, and back. */
export interface EventSerializer {
  /**
   * Writes an event as text.
   *
   * @param event the event
   * @throws TypeError when the event can't be restored from text
   */
  serialize(event: object): string;
  /**
   * Restores an event from text.
   *
   * @param text what `serialize` made
   * @param type the event's class
   */
  deserialize<E extends object>(text: string, type: Class<E>): E;
}

/** Identifier of the {@linkcode EventSerializer} bean; `JsonEventSerializer` by default. */
export const EventSerializer: ServiceIdentifier<EventSerializer> = token<EventSerializer>("EventSerializer");
