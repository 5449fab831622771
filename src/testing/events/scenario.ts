import type { Application } from "../../app/mod.ts";
import { Transactions } from "../../data/mod.ts";
import { ApplicationEvents } from "../../modulith/mod.ts";
import { PublishedEvents } from "./published_events.ts";
import { ScenarioStimulus } from "./scenario_stimulus.ts";

/** How long scenarios wait. */
export interface ScenarioOptions {
  /** How long to wait for an event or a state, in milliseconds; 1000 by default. */
  readonly timeoutMs?: number;
}

/**
 * An integration test of modules: stimulate, wait for an event or a state, verify.
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { ApplicationEvents, events } from "@espalier/espalier/modulith";
 * import { recordEvents, Scenario } from "@espalier/espalier/testing";
 *
 * class OrderPlaced {
 *   constructor(readonly order: string) {}
 * }
 * await using app = await createApp(createContainer(events(), recordEvents()));
 * await Scenario.of(app)
 *   .stimulate(() => app.container.get(ApplicationEvents).publish(new OrderPlaced("4711")))
 *   .forEventOfType(OrderPlaced)
 *   .matching(({ order }) => order === "4711")
 *   .toArrive();
 * ```
 */
export class Scenario {
  readonly #app: Application;
  readonly #events: PublishedEvents;
  readonly #timeoutMs: number;

  private constructor(app: Application, events: PublishedEvents, timeoutMs: number) {
    this.#app = app;
    this.#events = events;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Makes scenarios for an application.
   *
   * @param app an application whose container holds `events()` and `recordEvents()`
   * @param options how long to wait
   * @throws TypeError when `recordEvents()` is missing
   */
  static of(app: Application, { timeoutMs = 1000 }: ScenarioOptions = {}): Scenario {
    if (!app.container.isBound(PublishedEvents)) {
      throw new TypeError(
        "Cannot watch events as the container must hold recordEvents(): load it in addition to events()",
      );
    }
    return new Scenario(app, app.container.get(PublishedEvents), timeoutMs);
  }

  /**
   * Begins with an event.
   *
   * @param event is published when the scenario runs; a function makes it then
   */
  publish(event: object | (() => object)): ScenarioStimulus<void> {
    return this.stimulate(async () => {
      const made: object = typeof event === "function" ? event() : event;
      await this.#app.container.get(ApplicationEvents).publish(made);
    });
  }

  /**
   * Begins with any work. If the application has a database, the work runs in a new transaction, so that after-commit
   * listeners are called as in production.
   *
   * @param stimulus is done when the scenario runs; its result reaches the verification
   */
  stimulate<R>(stimulus: () => R | Promise<R>): ScenarioStimulus<R> {
    const { container } = this.#app;
    const inTransaction = container.isBound(Transactions)
      ? () => container.get(Transactions).run(async () => await stimulus())
      : stimulus;
    return new ScenarioStimulus<R>(this.#events, { stimulus: inTransaction, timeoutMs: this.#timeoutMs });
  }
}
