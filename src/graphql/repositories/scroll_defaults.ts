import { ScrollPosition } from "../../data/vocabulary.ts";

/** The page of a connection if the client does not specify one. */
export interface ScrollDefaults {
  /** The number of items. */
  readonly count: number;
  /** The start position. */
  readonly position: (forward: boolean) => ScrollPosition;
}

/** 20 items from the beginning, by offset. */
export const scrollDefaults: ScrollDefaults = { count: 20, position: () => ScrollPosition.offset() };

/**
 * Starts keyset pagination: the cost of a page does not depend on its position, and concurrent inserts and deletes do
 * not shift pages.
 *
 * @param forward whether reading goes forward
 *
 * @example
 * ```ts
 * import { keysetStart } from "@espalier/espalier/graphql";
 *
 * const start = keysetStart(true); // of the first page, read forwards
 * console.log(start);
 * ```
 */
export function keysetStart(forward: boolean): ScrollPosition {
  return ScrollPosition.of({}, forward ? "FORWARD" : "BACKWARD");
}
