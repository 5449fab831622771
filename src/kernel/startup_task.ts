import type { Container, ServiceIdentifier } from "../../deps.ts";
import type { Ordered } from "./ordered.ts";
import { token } from "./token.ts";

/**
 * Work that a feature does once, after all bindings are known and before the first request.
 *
 * Tasks run one after another in `order`. A task that rejects fails the start of the application.
 */
export interface StartupTask extends Ordered {
  /** Shown in the log and in the error when the task fails, for example `"graphql: build the schema"`. */
  readonly name: string;
  /**
   * Does the work; a failure aborts the start.
   *
   * @param container the application's container; a task may rebind what it has built as a constant
   */
  run(container: Container): void | Promise<void>;
}

/** Identifier of the {@linkcode StartupTask} beans. */
export const StartupTask: ServiceIdentifier<StartupTask> = token<StartupTask>("StartupTask");
