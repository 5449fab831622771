import type { Class } from "../../kernel/mod.ts";
import type { RunningScenario } from "./running_scenario.ts";

/** A scenario that waits for an event. */
export class EventExpectation<E extends object, R> {
  readonly #scenario: RunningScenario<R>;
  readonly #type: Class<E>;
  readonly #accept: (event: E) => boolean;

  /**
   * Creates the expectation.
   *
   * @param scenario the stimulus
   * @param type the event's class
   * @param accept picks events of the class
   */
  constructor(scenario: RunningScenario<R>, type: Class<E>, accept: (event: E) => boolean) {
    this.#scenario = scenario;
    this.#type = type;
    this.#accept = accept;
  }

  /** Waits for an event that the predicate, too, accepts. */
  matching(predicate: (event: E) => boolean): EventExpectation<E, R> {
    return new EventExpectation(this.#scenario, this.#type, (event) => this.#accept(event) && predicate(event));
  }

  /**
   * Runs the scenario.
   *
   * @throws AssertionError when no such event arrives in time
   */
  async toArrive(): Promise<void> {
    await this.toArriveAndVerify(() => undefined);
  }

  /**
   * Runs the scenario and hands over the event.
   *
   * @param verify makes assertions about the event and the result of the stimulus
   * @throws AssertionError when no such event arrives in time
   */
  async toArriveAndVerify(verify: (event: E, result: R) => unknown): Promise<void> {
    const isMatch = (event: object): event is E => event instanceof this.#type && this.#accept(event);
    await this.#scenario.run(
      { look: (since) => since.find(isMatch), description: `an event of type "${this.#type.name}"` },
      verify,
    );
  }
}
