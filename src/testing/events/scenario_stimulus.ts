import type { Class } from "../../kernel/mod.ts";
import { whenActive } from "./activity_wait.ts";
import { EventExpectation } from "./event_expectation.ts";
import type { PublishedEvents } from "./published_events.ts";
import type { Expectation, RunningScenario } from "./running_scenario.ts";
import { isReached, StateExpectation } from "./state_expectation.ts";

/** The first part of a scenario. */
export interface StimulusParts<R> {
  /** Runs the stimulus. */
  readonly stimulus: () => R | Promise<R>;
  /** How long the scenario waits, in milliseconds. */
  readonly timeoutMs: number;
  /** Runs after the scenario, whether it succeeded or not. */
  readonly cleanup?: (result?: R) => unknown;
}

/** A scenario with its stimulus; its methods define the expected result. */
export class ScenarioStimulus<R> implements RunningScenario<R> {
  readonly #events: PublishedEvents;
  readonly #parts: StimulusParts<R>;

  /**
   * Creates the stimulus.
   *
   * @param events the published events
   * @param parts the stimulus and how long to wait
   */
  constructor(events: PublishedEvents, parts: StimulusParts<R>) {
    this.#events = events;
    this.#parts = parts;
  }

  /** Sets the maximum waiting time, in milliseconds. */
  andWaitAtMost(timeoutMs: number): ScenarioStimulus<R> {
    return new ScenarioStimulus(this.#events, { ...this.#parts, timeoutMs });
  }

  /**
   * Cleans up after the scenario, also if it fails.
   *
   * @param cleanup receives the result of the stimulus, `undefined` if it failed
   */
  andCleanup(cleanup: (result?: R) => unknown): ScenarioStimulus<R> {
    return new ScenarioStimulus(this.#events, { ...this.#parts, cleanup });
  }

  /**
   * Waits for an event that is published after the stimulus began.
   *
   * @param type the event's class
   */
  forEventOfType<E extends object>(type: Class<E>): EventExpectation<E, R> {
    return new EventExpectation(this, type, () => true);
  }

  /**
   * Waits for a state, which is checked after each published event and each completed listener.
   *
   * @param state reads the state
   * @param accept whether it is the awaited one; by default: neither `null`, `undefined`, `false` nor empty
   */
  forStateChange<S>(state: () => S | Promise<S>, accept: (state: S) => boolean = isReached): StateExpectation<S, R> {
    return new StateExpectation(this, state, accept);
  }

  /**
   * Runs the scenario; the expectations call this.
   *
   * @param expectation returns the state, given the events since the stimulus
   * @param verify asserts the state
   */
  async run<T>(
    expectation: Expectation<T>,
    verify: (found: T, result: R) => unknown,
  ): Promise<void> {
    const { stimulus, timeoutMs, cleanup } = this.#parts;
    const before = this.#events.all.length;
    let result: R | undefined;
    try {
      const made = result = await stimulus();
      const look = () => expectation.look(this.#events.all.slice(before));
      await verify(await whenActive(this.#events, { look, description: expectation.description, timeoutMs }), made);
    } finally {
      await cleanup?.(result);
    }
  }
}
