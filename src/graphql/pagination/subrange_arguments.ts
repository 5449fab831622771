import { type ScrollPosition, ScrollSubrange, Subrange } from "../../data/vocabulary.ts";
import type { FieldArguments } from "../wiring/mod.ts";
import type { CursorStrategy } from "./cursor_strategy.ts";

interface Requested<P> {
  readonly position: P | undefined;
  readonly count: number | undefined;
  readonly forward: boolean;
}

/**
 * Reads `first`, `after`, `last` and `before`. With `first` or `after` present, the others are ignored.
 *
 * @param strategy reads cursors
 * @param args the field's arguments
 * @throws InvalidCursorError when a cursor can't be read
 */
export function subrangeOf<P>(strategy: CursorStrategy<P>, args: FieldArguments): Subrange<P> {
  const { position, count, forward } = requested(strategy, args);
  return new Subrange(position, count, forward);
}

/**
 * Reads the arguments as a {@linkcode ScrollSubrange}, which can be scrolled as it is.
 *
 * @param strategy reads cursors
 * @param args the field's arguments
 * @throws InvalidCursorError when a cursor can't be read
 */
export function scrollSubrangeOf(strategy: CursorStrategy<ScrollPosition>, args: FieldArguments): ScrollSubrange {
  const { position, count, forward } = requested(strategy, args);
  return ScrollSubrange.create(position, count, forward);
}

function requested<P>(strategy: CursorStrategy<P>, args: FieldArguments): Requested<P> {
  const forward = half(strategy, args.first, args.after);
  if (forward !== undefined) return { ...forward, forward: true };
  // What is ignored is not read either: an unreadable `before` beside `first` is no mistake.
  const backward = half(strategy, args.last, args.before);
  return backward !== undefined
    ? { ...backward, forward: false }
    : { position: undefined, count: undefined, forward: true };
}

function half<P>(
  strategy: CursorStrategy<P>,
  count: unknown,
  cursor: unknown,
): Omit<Requested<P>, "forward"> | undefined {
  const isCounted = typeof count === "number";
  const isPlaced = typeof cursor === "string";
  if (!isCounted && !isPlaced) return undefined;
  return {
    count: isCounted ? count : undefined,
    position: isPlaced ? strategy.fromCursor(cursor) : undefined,
  };
}
