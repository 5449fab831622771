import type { RunningScenario } from "./running_scenario.ts";

/** A scenario that waits for a state. */
export class StateExpectation<S, R> {
  readonly #scenario: RunningScenario<R>;
  readonly #state: () => S | Promise<S>;
  readonly #accept: (state: S) => boolean;

  /**
   * Creates the expectation.
   *
   * @param scenario the stimulus
   * @param state reads the state
   * @param accept whether it is the awaited one
   */
  constructor(scenario: RunningScenario<R>, state: () => S | Promise<S>, accept: (state: S) => boolean) {
    this.#scenario = scenario;
    this.#state = state;
    this.#accept = accept;
  }

  /**
   * Runs the scenario.
   *
   * @throws AssertionError when the state is not reached in time
   */
  async toBeReached(): Promise<void> {
    await this.andVerify(() => undefined);
  }

  /**
   * Runs the scenario and hands over the state.
   *
   * @param verify makes assertions about the state and the result of the stimulus
   * @throws AssertionError when the state is not reached in time
   */
  async andVerify(verify: (state: S, result: R) => unknown): Promise<void> {
    const look = async () => {
      const state = await this.#state();
      return this.#accept(state) ? { state } : undefined;
    };
    await this.#scenario.run({ look, description: "a change of state" }, ({ state }, result) => verify(state, result));
  }
}

/** Whether a state was reached: neither `null`, `undefined`, `false` nor an empty string or collection. */
export function isReached(state: unknown): boolean {
  if (state === null || state === undefined || state === false || state === "") return false;
  if (Array.isArray(state)) return state.length > 0;
  return !(state instanceof Map || state instanceof Set) || state.size > 0;
}
