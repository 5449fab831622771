import { type GraphQLError, responsePathAsArray } from "../../../../deps.ts";
import type { DataFetchingEnvironment } from "../../wiring/mod.ts";

type Path = readonly (string | number)[];

/** Maximum number of failures of one execution that are told apart: the log has no more of them. */
const maxFailures = 20;

/**
 * Finds failures that repeat: one batch that fails is the failure of each of its fields, and a broken connection that of
 * each item of a list. After 20 failures, every further one counts as repeated.
 */
export class FailureKeys {
  readonly #exceptions = new WeakSet<object>();
  readonly #keys = new Set<string>();

  /**
   * Whether the exception, or one like it at the same field, was asked for before.
   *
   * @param exception what was thrown
   * @param path where; items of a list count as one place
   */
  has(exception: unknown, path: Path): boolean {
    if (this.isFull) return true;
    const isObject = typeof exception === "object" && exception !== null;
    if (isObject && this.#exceptions.has(exception)) return true;
    if (isObject) this.#exceptions.add(exception);
    const field = path.filter((key) => typeof key === "string").join(".");
    const key = JSON.stringify([field, isObject ? exception.constructor?.name : typeof exception, textOf(exception)]);
    if (this.#keys.has(key)) return true;
    this.#keys.add(key);
    return false;
  }

  /** Whether every further failure counts as repeated. */
  get isFull(): boolean {
    return this.#keys.size >= maxFailures;
  }

  /** Like {@linkcode FailureKeys.has}, for a located error. */
  hasError(error: GraphQLError): boolean {
    return this.has(error.originalError ?? error, error.path ?? []);
  }
}

/** The failures of executions, each of which is known by its data loaders. */
export class RepeatedFailures {
  readonly #executions = new WeakMap<object, FailureKeys>();

  /**
   * Whether the same failure of the same field was asked for before in this execution.
   *
   * @param exception what was thrown
   * @param environment the field
   */
  has(exception: unknown, environment: DataFetchingEnvironment): boolean {
    const keys = this.#keysOf(environment);
    return keys.isFull || keys.has(exception, responsePathAsArray(environment.info.path));
  }

  /** Whether every further failure of the execution counts as repeated. */
  isFull(environment: DataFetchingEnvironment): boolean {
    return this.#keysOf(environment).isFull;
  }

  #keysOf(environment: DataFetchingEnvironment): FailureKeys {
    const execution: object = environment.dataLoaderRegistry ?? environment;
    let keys = this.#executions.get(execution);
    if (keys === undefined) this.#executions.set(execution, keys = new FailureKeys());
    return keys;
  }
}

/** Writes a path as it is read: `books[0].author`. */
export function pathText(path: Path | undefined): string | undefined {
  return path?.map((key, at) => typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`).join("");
}

function textOf(exception: unknown): string {
  try {
    return String(exception instanceof Error ? exception.message : exception);
  } catch {
    return "";
  }
}
