/** Leaves the work of an execution that ended with its first error: every place that handles errors lets it pass. */
export class ExecutionHalted extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "ExecutionHalted";

  constructor() {
    super("The execution ended with the first error of a field");
  }
}
