/** The limits on the content and the time of one result; 0 means no limit. */
export interface ResultLimits {
  /** Maximum number of values: fields of objects and items of lists. */
  readonly maxValues: number;
  /** Maximum size as JSON, in bytes. */
  readonly maxBytes: number;
  /** Maximum time, in milliseconds. */
  readonly timeoutMs: number;
}

/** The limits of a {@linkcode ResultBudget}: `time` is in milliseconds. */
export type ResultLimit = "values" | "bytes" | "time";

const noLimits: ResultLimits = { maxValues: 0, maxBytes: 0, timeoutMs: 0 };

/** Reading the clock costs as much as about thirty values: small results never read it. */
const valuesBeforeFirstLook = 512;
const maxValuesBetweenLooks = 1_024;
const minValuesBetweenLooks = 16;
/** A call of a service's code counts as this many values between two readings of the clock. */
export const valuesPerCall = 32;
/** After this time between two readings, in milliseconds, the next one follows sooner. */
const slowLookMs = 2;
/** Maximum factor by which an estimate is too small: a control character takes six bytes. */
const estimateFactor = 6;

/**
 * Counts the values of a result while it is built, and stops the work if a limit is exceeded.
 *
 * The size is estimated while the result is built; {@linkcode ResultBudget.settle} measures large results exactly
 * before
 * they are written.
 *
 * @example
 * ```ts
 * import { ResultBudget } from "@espalier/espalier";
 *
 * const budget = new ResultBudget({ maxValues: 1_000, maxBytes: 0, timeoutMs: 0 });
 * budget.add(3, 40); // an object of three fields, about 40 bytes as JSON
 * console.log(budget.values); // 3
 * ```
 */
export class ResultBudget {
  /** Values counted so far. */
  values = 0;
  /** Bytes counted so far: an estimate until the result was measured. */
  bytes = 0;
  /** At this number of values {@linkcode ResultBudget.look} is due; for code that counts without calling `add`. */
  nextLook: number;
  /** Whether the counts are charged to a quota: then parts without a limit are counted, too. */
  isCharged = false;
  readonly #limits: ResultLimits;
  readonly #maxBytes: number;
  #measuredBytes = 0;
  #startedAt: number | undefined;
  #lookedAt: number | undefined;
  #exceeded: ResultBudgetExceededError | undefined;

  /**
   * Creates the budget.
   *
   * @param limits by default the budget only counts
   */
  constructor(limits: ResultLimits = noLimits) {
    this.#limits = limits;
    this.#maxBytes = limits.maxBytes === 0 ? Infinity : limits.maxBytes;
    this.nextLook = limits.timeoutMs === 0 ? this.#lastLook : Math.min(valuesBeforeFirstLook, this.#lastLook);
  }

  /** The limit that was exceeded, or `undefined`. */
  get exceeded(): ResultBudgetExceededError | undefined {
    return this.#exceeded;
  }

  /**
   * Counts a part of the result.
   *
   * @param values fields and items
   * @param bytes their estimated size as JSON
   * @throws ResultBudgetExceededError when a limit is exceeded
   */
  add(values: number, bytes: number): void {
    this.values += values;
    this.bytes += bytes;
    if (this.values >= this.nextLook || this.bytes > this.#maxBytes) this.look();
  }

  /**
   * Counts calls of the service's code, so that the clock is read more often between slow ones.
   *
   * @throws ResultBudgetExceededError when a limit is exceeded
   */
  addCalls(calls: number): void {
    this.nextLook -= calls * valuesPerCall;
    if (this.values >= this.nextLook) this.look();
  }

  /**
   * Counts a value of unknown shape that is written as JSON, for example that of a custom scalar.
   *
   * @throws ResultBudgetExceededError when a limit is exceeded
   */
  addJson(value: unknown): void {
    if (typeof value === "string") return this.add(0, value.length);
    if (typeof value !== "object" || value === null || this.#isUnlimited) return;
    const { values, bytes } = jsonSize(value, this.#rest());
    this.add(values, bytes);
  }

  /**
   * Measures a result that may be larger than estimated. Call it before the result is written.
   *
   * @param result the value that is written as JSON
   * @throws ResultBudgetExceededError when the result is too large
   */
  settle(result: unknown): void {
    if (this.#exceeded !== undefined || this.bytes > this.#maxBytes) this.look();
    if (this.bytes * estimateFactor <= this.#maxBytes) return;
    // The result has at most six times the limit: the native serializer is faster than a traversal.
    const bytes = writtenBytes(result, this.#maxBytes - this.#measuredBytes);
    if (bytes === undefined) return this.measure(result);
    this.bytes = this.#measuredBytes += bytes;
    if (this.bytes > this.#maxBytes) this.look();
  }

  /**
   * Measures a result exactly, or a part of it: the sizes of all that is measured are added up.
   *
   * @param result the value that is written as JSON
   * @throws ResultBudgetExceededError when the result is too large
   */
  measure(result: unknown): void {
    if (this.#maxBytes === Infinity) return;
    const { bytes } = jsonSize(result, { values: Infinity, bytes: this.#maxBytes - this.#measuredBytes });
    this.bytes = this.#measuredBytes += bytes;
    if (this.bytes > this.#maxBytes) this.look();
  }

  /**
   * Compares the counts with the limits, and the clock with the deadline.
   *
   * @throws ResultBudgetExceededError when a limit is exceeded
   */
  look(): void {
    if (this.#exceeded !== undefined) throw this.#exceeded;
    const { maxValues, maxBytes, timeoutMs } = this.#limits;
    if (maxValues > 0 && this.values > maxValues) throw this.#exceed("values", maxValues, this.values);
    if (this.bytes > this.#maxBytes) throw this.#exceed("bytes", maxBytes, this.bytes);
    if (timeoutMs === 0) {
      this.nextLook = this.#lastLook;
      return;
    }
    const now = performance.now();
    const elapsed = now - (this.#startedAt ??= now);
    if (elapsed > timeoutMs) throw this.#exceed("time", timeoutMs, Math.ceil(elapsed));
    const isSlow = now - (this.#lookedAt ?? now) > slowLookMs;
    this.#lookedAt = now;
    const step = isSlow ? minValuesBetweenLooks : maxValuesBetweenLooks;
    this.nextLook = Math.min(this.values + step, this.#lastLook);
  }

  /** Marks the time limit as exceeded; for callers that run a timer while nothing is counted. */
  expire(): ResultBudgetExceededError {
    const { timeoutMs } = this.#limits;
    const elapsed = this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt;
    return this.#exceed("time", timeoutMs, Math.max(timeoutMs + 1, Math.ceil(elapsed)));
  }

  #rest(): { values: number; bytes: number } {
    const { maxValues } = this.#limits;
    return { values: maxValues === 0 ? Infinity : maxValues - this.values, bytes: this.#maxBytes - this.bytes };
  }

  /** Without limits the measurement of a circular value would not end. */
  get #isUnlimited(): boolean {
    return this.#maxBytes === Infinity && this.#limits.maxValues === 0;
  }

  get #lastLook(): number {
    return this.#limits.maxValues === 0 ? Infinity : this.#limits.maxValues + 1;
  }

  #exceed(limit: ResultLimit, max: number, actual: number): ResultBudgetExceededError {
    this.nextLook = -Infinity;
    return this.#exceeded ??= new ResultBudgetExceededError(limit, max, actual);
  }
}

/** A result exceeded a limit of its {@linkcode ResultBudget}. */
export class ResultBudgetExceededError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "ResultBudgetExceededError";
  /** Which limit. */
  readonly limit: ResultLimit;
  /** The limit's value. */
  readonly max: number;
  /** The count when the work was stopped. */
  readonly actual: number;

  /**
   * Creates the error.
   *
   * @param limit which limit
   * @param max its value
   * @param actual the count
   */
  constructor(limit: ResultLimit, max: number, actual: number) {
    super(`Cannot complete the result as its ${subjects[limit]} must be <= ${max}: current value is ${actual}`);
    this.limit = limit;
    this.max = max;
    this.actual = actual;
  }
}

const subjects: Readonly<Record<ResultLimit, string>> = {
  values: "number of values",
  bytes: "size in bytes",
  time: "time in milliseconds",
};

/**
 * Measures a value by writing it as JSON. The size is exact only if it can exceed the maximum: a UTF-16 code unit takes at
 * most three bytes.
 *
 * @returns `undefined` if the value has no JSON form
 */
function writtenBytes(value: unknown, max: number): number | undefined {
  try {
    const text = JSON.stringify(value);
    return text.length * 3 <= max ? text.length : encoder.encode(text).length;
  } catch {
    return undefined;
  }
}

const encoder = new TextEncoder();

interface JsonSize {
  values: number;
  bytes: number;
}

/** Matches text that JSON writes with one byte per character. */
const plainText = /^[ !#-[\]-~]*$/;

/**
 * Measures a value as `JSON.stringify` writes it, up to a maximum.
 *
 * @param root the value; one that refers to itself is as large as the maximum
 * @param max the size at which measuring stops
 */
function jsonSize(root: unknown, max: JsonSize): JsonSize {
  const size = { values: 0, bytes: 0 };
  const pending: unknown[] = [root];
  while (pending.length > 0 && size.values <= max.values && size.bytes <= max.bytes) {
    const value = jsonForm(pending.pop());
    if (typeof value !== "object" || value === null) {
      size.bytes += primitiveSize(value, max.bytes);
    } else {
      measureContainer(value, { size, max, pending });
    }
  }
  return size;
}

interface Measurement {
  readonly size: JsonSize;
  readonly max: JsonSize;
  readonly pending: unknown[];
}

function measureContainer(value: object, { size, max, pending }: Measurement): void {
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const count = keys === undefined ? (value as unknown[]).length : keys.length;
  size.values += count;
  size.bytes += 2 + Math.max(0, count - 1); // brackets and commas
  if (size.values > max.values || size.bytes > max.bytes) return;
  if (keys === undefined) {
    for (const item of value as unknown[]) pending.push(item);
    return;
  }
  for (const key of keys) {
    size.bytes += textSize(key) + 1;
    pending.push((value as Record<string, unknown>)[key]);
  }
}

function jsonForm(value: unknown): unknown {
  if (typeof value !== "object" && typeof value !== "bigint" || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return toJSON.call(value, "");
  return value;
}

function primitiveSize(value: unknown, max: number): number {
  switch (typeof value) {
    case "string":
      return value.length > max ? value.length : textSize(value);
    case "number":
      return Number.isFinite(value) ? String(value).length : 4;
    case "boolean":
      return value ? 4 : 5;
    default:
      return 4; // null, also for functions and the like in lists
  }
}

function textSize(text: string): number {
  if (plainText.test(text)) return text.length + 2;
  // A surrogate pair takes four bytes; a lone surrogate is escaped and takes six.
  const furtherOfSurrogate = text.isWellFormed() ? 1 : 5;
  let bytes = text.length + 2;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes += code >= 0xd800 && code <= 0xdfff ? furtherOfSurrogate : furtherBytes(code);
  }
  return bytes;
}

/** Bytes of a UTF-16 code unit as JSON beyond the first; not of surrogates. */
function furtherBytes(code: number): number {
  if (code < 0x20) return code === 8 || code === 9 || code === 10 || code === 12 || code === 13 ? 1 : 5;
  if (code === 0x22 || code === 0x5c) return 1;
  if (code < 0x80) return 0;
  return code < 0x800 ? 1 : 2;
}
