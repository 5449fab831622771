/** What a scenario waits for. */
export interface Expectation<T> {
  /**
   * Looks for what is awaited.
   *
   * @param since the events since the stimulus began
   * @returns what was found, or `undefined`
   */
  look(since: readonly object[]): T | undefined | Promise<T | undefined>;
  /** What is awaited, as messages say it. */
  readonly description: string;
}

/** A scenario that can be run: expectations do so. */
export interface RunningScenario<R> {
  /**
   * Runs the scenario.
   *
   * @param expectation what is awaited
   * @param verify makes assertions about what was found
   * @throws AssertionError when it is not found in time
   */
  run<T>(expectation: Expectation<T>, verify: (found: T, result: R) => unknown): Promise<void>;
}
