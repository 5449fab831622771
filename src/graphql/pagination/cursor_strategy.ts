import type { ServiceIdentifier } from "../../../deps.ts";
import type { ScrollPosition } from "../../data/vocabulary.ts";
import { type Class, token } from "../../kernel/mod.ts";

/**
 * Turns positions into the cursors of connections, and back.
 *
 * @typeParam P the positions
 */
export interface CursorStrategy<P = ScrollPosition> {
  /**
   * Whether the strategy knows positions of a class.
   *
   * @param type the class
   */
  supports(type: Class): boolean;

  /**
   * Makes the cursor of a position.
   *
   * @param position of an item
   */
  toCursor(position: P): string;

  /**
   * Reads the position from a cursor.
   *
   * @param cursor what a client sent
   * @throws InvalidCursorError when it can't be read
   */
  fromCursor(cursor: string): P;
}

/** Identifier of the {@linkcode CursorStrategy} bean, which is used for all connections. */
export const CursorStrategy: ServiceIdentifier<CursorStrategy<ScrollPosition>> = token<CursorStrategy<ScrollPosition>>(
  "CursorStrategy",
);
