import type { ExecutionInput } from "./execution_input.ts";

/** Makes the name of an execution, as it appears in logs and in masked errors. */
export interface ExecutionIdProvider {
  /**
   * Returns the name of one execution.
   *
   * @param input the execution that needs a name
   */
  provide(input: ExecutionInput): string;
}
