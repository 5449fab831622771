/**
 * Stand-in for `@std/assert` where the JSR registry can't be reached: the same names and signatures.
 *
 * @module
 */

export * from "./equal.ts";
export * from "./assertion_error.ts";
export * from "./assertions.ts";
export * from "./throwing.ts";
