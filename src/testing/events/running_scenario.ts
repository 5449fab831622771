/** The expected result of a scenario. */
export interface Expectation<T> {
  /** Looks for the expected result.
   *
   * @param since the events since the stimulus began
   * @returns the result, or `undefined`
   */
  look(since: readonly object[]): T | undefined | Promise<T | undefined>;
  /** The description of the expectation, for messages. */
  readonly description: string;
}

/** A scenario that can be run: expectations do so. */
export interface RunningScenario<R> {
  /**
   * Runs the scenario.
   *
   * @param expectation the expectation
   * @param verify asserts the result
   * @throws AssertionError when it is not found in time
   */
  run<T>(expectation: Expectation<T>, verify: (found: T, result: R) => unknown): Promise<void>;
}
