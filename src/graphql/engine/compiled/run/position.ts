import type { FieldPlan, ValuePlan } from "../plan/field_plan.ts";

/** An object or an array of the response while it is filled. */
export type Container = Record<string | number, unknown>;

/**
 * A place in the response: the key, the places above it, and what is still awaited below it.
 *
 * Each position counts its pending values and adds one to its parent while its count is above zero. The response is
 * complete when the root's count is zero; discarding a position drops everything pending below it.
 */
export class Position {
  readonly prev: Position | null;
  readonly key: string | number;
  /** How values at this place are completed; absent at the root alone. */
  readonly value: ValuePlan | null;
  /** The value of the object that the field belongs to: exception handlers may ask for it. */
  readonly source: unknown;
  /** The object or the list at this place, which what is awaited in it is put into; `null` until it is made. */
  content: Container | null = null;
  /** How many things below are awaited. */
  pending = 0;
  /** Whether the place became null (or its result isn't wanted any more): errors below it are dropped. */
  dead = false;
  /** What the fetcher of this field left for the fetchers below. */
  localContext: unknown;

  // deno-lint-ignore house-rules/parameter-count -- made for every object and list that is waited for or nested
  constructor(prev: Position | null, key: string | number, value: ValuePlan | null, source: unknown) {
    this.prev = prev;
    this.key = key;
    this.value = value;
    this.source = source;
    this.localContext = prev === null ? undefined : prev.localContext;
  }

  /** The place of a field in its object. */
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

/** The place of the field that an item belongs to, however deep its list is nested; of a field its own. */
export function fieldPosition(position: Position): Position {
  let p = position;
  while (typeof p.key === "number") p = p.prev!; // above items there is a field
  return p;
}

/** The keys from the root to a place below a position. */
export function pathTo(prev: Position, key: string | number): (string | number)[] {
  const path = [key];
  for (let p: Position = prev; p.prev !== null; p = p.prev) path.push(p.key);
  return path.reverse();
}

/** Whether the position or one above it became null. */
export function isDead(position: Position): boolean {
  for (let p: Position | null = position; p !== null; p = p.prev) if (p.dead) return true;
  return false;
}
