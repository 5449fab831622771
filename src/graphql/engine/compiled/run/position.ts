import type { FieldPlan, ValuePlan } from "../plan/field_plan.ts";

/** An object or an array of the response. */
export type Container = Record<string | number, unknown>;

/**
 * A position in the response: its key, its ancestors, and the number of pending values below it.
 *
 * Each position counts its pending values and adds one to its parent while its count is above zero. The response is
 * complete when the root's count is zero; discarding a position drops everything pending below it.
 */
export class Position {
  readonly prev: Position | null;
  readonly key: string | number;
  /** The plan of the value at this position; absent only at the root. */
  readonly value: ValuePlan | null;
  /** The source object of the field, for exception handlers. */
  readonly source: unknown;
  /** The response object or list at this position, to which awaited values are written; `null` until it is created. */
  content: Container | null = null;
  /** The number of pending values at and below this position. */
  pending = 0;
  /** Whether the position became null or its result is no longer needed: errors below it are dropped. */
  discarded = false;
  /** The local context that the fetcher of this field set. */
  localContext: unknown;

  // deno-lint-ignore house-rules/parameter-count -- created for every object and list that is awaited or nested
  constructor(prev: Position | null, key: string | number, value: ValuePlan | null, source: unknown) {
    this.prev = prev;
    this.key = key;
    this.value = value;
    this.source = source;
    this.localContext = prev === null ? undefined : prev.localContext;
  }

  /** The position of a field in its object. */
  static ofField(field: FieldPlan, object: Position, source: unknown): Position {
    return new Position(object, field.key, field.value, source);
  }
}

/** Sets an own property of a response object, also for the key `__proto__`. */
export function put(out: Container, key: string | number, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(out, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    out[key] = value;
  }
}

/** The position of the field that contains an item, at any depth of nested lists; a field's own position. */
export function fieldPosition(position: Position): Position {
  let p = position;
  while (typeof p.key === "number") p = p.prev!; // above items there is a field
  return p;
}

/** The keys from the root to a child of a position. */
export function pathTo(prev: Position, key: string | number): (string | number)[] {
  const path = [key];
  for (let p: Position = prev; p.prev !== null; p = p.prev) path.push(p.key);
  return path.reverse();
}

/** Whether the position or one above it became null. */
export function isDiscarded(position: Position): boolean {
  for (let p: Position | null = position; p !== null; p = p.prev) if (p.discarded) return true;
  return false;
}
