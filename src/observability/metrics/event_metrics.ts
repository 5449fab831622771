import type { InstalledModule } from "../../kernel/mod.ts";
import type {
  EventObserver,
  EventPublications,
  ListenerOutcome,
  ModuleCalls,
  RegisteredListener,
} from "../../modulith/mod.ts";
import { durationBoundaries } from "./http_metrics.ts";
import { moduleOfEvent } from "../module_of_event.ts";
import { Observed, OwnCounter, OwnHistogram, type OwnMetrics } from "./own_metrics.ts";

/** What {@linkcode EventMetrics} works with. */
export interface EventMetricsParts {
  /** Gets the instruments. */
  readonly metrics: OwnMetrics;
  readonly modules: readonly InstalledModule[];
  /** Knows the publishing module; absent where calls between modules are not intercepted. */
  readonly calls: ModuleCalls | undefined;
  /** Returns the stored publications, once the application has started; absent where none are stored. */
  readonly publications: (() => EventPublications) | undefined;
}

/** Counts the published events of modules, each once, and those that wait for their listeners. */
export class EventMetrics implements EventObserver {
  readonly #parts: EventMetricsParts;
  readonly #processed: OwnCounter;
  readonly #handled: OwnHistogram;

  /** @param parts the instruments, the modules */
  constructor(parts: EventMetricsParts) {
    this.#parts = parts;
    const { metrics, publications } = parts;
    const processed = { name: "modulith.events.processed", description: "Events published of application modules." };
    this.#processed = metrics.add(new OwnCounter({ ...processed, unit: "{event}" }));
    const handled = { name: "modulith.events.listener", description: "Duration of event listeners.", unit: "s" };
    this.#handled = metrics.add(new OwnHistogram(handled, durationBoundaries));
    if (publications === undefined) return;
    const backlog = { name: "modulith.events.backlog", description: "Event publications that are not completed." };
    metrics.add(
      new Observed({ ...backlog, unit: "{publication}", kind: "gauge" }, async () => {
        const { counts } = await publications().backlog();
        return Object.entries(counts).map(([status, count]) => [count, { status }] as const);
      }),
    );
  }

  published(event: object): void {
    const type = event.constructor.name;
    const module = moduleOfEvent(type, this.#parts);
    if (module !== undefined) this.#processed.add(1, { event_type: type, module_name: module.displayName });
  }

  handled({ id, module }: RegisteredListener, outcome: ListenerOutcome): void {
    this.#handled.record(outcome.durationMs / 1_000, {
      listener: id,
      event_type: outcome.event.constructor.name,
      ...(module === undefined ? {} : { module_name: module.displayName }),
      outcome: "error" in outcome ? "ERROR" : "SUCCESS",
    });
  }
}
