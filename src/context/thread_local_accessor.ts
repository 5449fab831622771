import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";

/**
 * Accesses one value of the current async context, so that it can be captured in one context and
 * restored in another.
 *
 * An accessor must be backed by `AsyncLocalStorage`, as {@linkcode AsyncLocalAccessor} is: one that keeps its value in
 * a variable would mix up requests, and is refused when the application starts.
 *
 * @typeParam T the value
 */
export interface ThreadLocalAccessor<T = unknown> {
  /** Names the value; also its key in a `GraphQLContext`. */
  key(): unknown;
  /** The current value, or `undefined`. */
  getValue(): T | undefined;
  /** Sets the current value, for the flow at hand alone. */
  setValue(value: T): void;
  /** Removes the current value. */
  reset(): void;
}

/** Identifier of the {@linkcode ThreadLocalAccessor} beans. */
export const ThreadLocalAccessor: ServiceIdentifier<ThreadLocalAccessor> = token<ThreadLocalAccessor>(
  "ThreadLocalAccessor",
);
