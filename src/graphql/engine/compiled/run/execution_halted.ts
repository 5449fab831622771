/** Unwinds the work of an execution that ended with its first error: all error handlers rethrow it. */
export class ExecutionHalted extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = "ExecutionHalted";

  constructor() {
    super("The execution ended with the first error of a field");
  }
}
