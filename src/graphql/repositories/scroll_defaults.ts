import { ScrollPosition } from "../../data/vocabulary.ts";

/** How a connection is read where the client does not say it. */
export interface ScrollDefaults {
  /** How many items. */
  readonly count: number;
  /** Where to begin. */
  readonly position: (forward: boolean) => ScrollPosition;
}

/** 20 items from the beginning, by offset. */
export const scrollDefaults: ScrollDefaults = { count: 20, position: () => ScrollPosition.offset() };

/**
 * Begins by keys: pages cost the same wherever they stand, and rows that come or go meanwhile shift nothing.
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
