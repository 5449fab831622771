import { type GraphQLError, responsePathAsArray } from "../../../../deps.ts";
import type { DataFetchingEnvironment } from "../../wiring/mod.ts";

type Path = readonly (string | number)[];

/**
 * Finds failures that repeat: one batch that fails is the failure of each of its fields, and a broken connection that of
 * each item of a list.
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
    const isObject = typeof exception === "object" && exception !== null;
    if (isObject && this.#exceptions.has(exception)) return true;
    if (isObject) this.#exceptions.add(exception);
    const field = path.filter((key) => typeof key === "string").join(".");
    const key = JSON.stringify([field, isObject ? exception.constructor?.name : typeof exception, textOf(exception)]);
    if (this.#keys.has(key)) return true;
    this.#keys.add(key);
    return false;
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
    const execution: object = environment.dataLoaderRegistry ?? environment;
    let keys = this.#executions.get(execution);
    if (keys === undefined) this.#executions.set(execution, keys = new FailureKeys());
    return keys.has(exception, responsePathAsArray(environment.info.path));
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
