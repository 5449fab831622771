import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";

/** Any class, for `instanceof`. */
// deno-lint-ignore no-explicit-any -- the constructor's parameters don't matter
export type AnyConstructor = new (...args: any[]) => unknown;

function inspect(value: unknown): string {
  return Deno.inspect(value, {
    depth: Infinity,
    sorted: true,
    trailingComma: true,
    compact: false,
    iterableLimit: Infinity,
  });
}

function suffix(msg: string | undefined): string {
  return msg === undefined ? "" : `: ${msg}`;
}

/** Fails unless the expression is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg || `Expected a truthy value: got ${inspect(expr)}`);
}

/** Fails unless the expression is falsy. */
export function assertFalse(expr: unknown, msg = ""): void {
  if (expr) throw new AssertionError(msg || `Expected a falsy value: got ${inspect(expr)}`);
}

/** Fails always. */
export function fail(msg?: string): never {
  throw new AssertionError(`Failed${suffix(msg)}`);
}

/** Fails unless both are equal by structure. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) return;
  throw new AssertionError(`Values are not equal${suffix(msg)}\n${difference(inspect(actual), inspect(expected))}`);
}

/** Fails if both are equal by structure. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) throw new AssertionError(`Expected values to differ${suffix(msg)}\n${inspect(actual)}`);
}

/** Fails unless both are the same value (`Object.is`). */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  if (Object.is(actual, expected)) return;
  throw new AssertionError(`Values are not the same${suffix(msg)}\n${difference(inspect(actual), inspect(expected))}`);
}

/** Fails if the value is `null` or `undefined`. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  if (actual === undefined || actual === null) {
    throw new AssertionError(`Expected the value to exist: got ${actual}${suffix(msg)}`);
  }
}

/** Fails unless the text holds the other. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (!actual.includes(expected)) {
    throw new AssertionError(`Expected ${JSON.stringify(actual)} to include ${JSON.stringify(expected)}${suffix(msg)}`);
  }
}

/** Fails unless the text matches. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (!expected.test(actual)) {
    throw new AssertionError(`Expected ${JSON.stringify(actual)} to match ${expected}${suffix(msg)}`);
  }
}

/** Fails unless the value is an instance of the class. */
export function assertInstanceOf<T extends AnyConstructor>(
  actual: unknown,
  expectedType: T,
  msg?: string,
): asserts actual is InstanceType<T> {
  if (actual instanceof expectedType) return;
  throw new AssertionError(`Expected an instance of "${expectedType.name}": got ${inspect(actual)}${suffix(msg)}`);
}

/** Fails unless the first is greater. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual > expected)) {
    throw new AssertionError(`Expected ${inspect(actual)} > ${inspect(expected)}${suffix(msg)}`);
  }
}

/** Fails unless the first is greater or equal. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual >= expected)) {
    throw new AssertionError(`Expected ${inspect(actual)} >= ${inspect(expected)}${suffix(msg)}`);
  }
}

/** Fails unless the first is less. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual < expected)) {
    throw new AssertionError(`Expected ${inspect(actual)} < ${inspect(expected)}${suffix(msg)}`);
  }
}

/** Fails unless the first is less or equal. */
export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual <= expected)) {
    throw new AssertionError(`Expected ${inspect(actual)} <= ${inspect(expected)}${suffix(msg)}`);
  }
}

/** Fails unless every expected element stands somewhere in the list. */
export function assertArrayIncludes<T>(actual: ArrayLike<T>, expected: ArrayLike<T>, msg?: string): void {
  const missing = Array.from(expected).filter((item) => !Array.from(actual).some((other) => equal(item, other)));
  if (missing.length > 0) {
    throw new AssertionError(`Expected ${inspect(actual)} to include ${inspect(missing)}${suffix(msg)}`);
  }
}

/** Fails unless the object holds everything that the pattern holds. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any -- the signature of the standard library
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  if (!matches(actual, expected)) {
    throw new AssertionError(`Object does not match${suffix(msg)}\n${difference(inspect(actual), inspect(expected))}`);
  }
}

function matches(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== "object" || expected === null || typeof actual !== "object" || actual === null) {
    return equal(actual, expected);
  }
  if (Array.isArray(expected) && (!Array.isArray(actual) || actual.length < expected.length)) return false;
  return Reflect.ownKeys(expected).every((key) => matches(Reflect.get(actual, key), Reflect.get(expected, key)));
}

function difference(actual: string, expected: string): string {
  const was = actual.split("\n");
  const wanted = expected.split("\n");
  let head = 0;
  while (head < was.length && head < wanted.length && was[head] === wanted[head]) head++;
  let tail = 0;
  while (tail < was.length - head && tail < wanted.length - head && was.at(-1 - tail) === wanted.at(-1 - tail)) tail++;
  const lines = (all: string[], sign: string) => all.slice(head, all.length - tail).map((line) => `${sign} ${line}`);
  const before = was.slice(Math.max(0, head - 3), head).map((line) => `  ${line}`);
  const after = was.slice(was.length - tail, was.length - tail + 3).map((line) => `  ${line}`);
  return [...before, ...lines(was, "- actual  "), ...lines(wanted, "+ expected"), ...after].join("\n");
}
