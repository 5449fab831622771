import type { Counter } from "./deps.ts";
import type { InstalledModule } from "../kernel/mod.ts";
import type { DeliveryScope, EventObserver, ModuleCalls } from "../modulith/mod.ts";
import { moduleOfEvent } from "./module_of_event.ts";
import type { Tracing } from "./tracing.ts";

/** The collaborators of {@linkcode EventSpans}. */
export interface EventSpansParts {
  readonly tracing: Tracing;
  /** Number of published events; `undefined` without a reader of metrics. */
  readonly processed: Counter | undefined;
  readonly modules: readonly InstalledModule[];
  /** Has the publishing module. */
  readonly calls: ModuleCalls | undefined;
}

/** Counts published events, and continues the publisher's trace in after-commit listeners. */
export class EventSpans implements EventObserver {
  readonly #parts: EventSpansParts;

  /** @param parts tracing, the counter, the modules */
  constructor(parts: EventSpansParts) {
    this.#parts = parts;
  }

  published(event: object): void {
    const { tracing, processed } = this.#parts;
    const type = event.constructor.name;
    const module = processed && moduleOfEvent(type, this.#parts);
    if (module !== undefined) processed?.add(1, { event_type: type, module_name: module.displayName });
    if (!tracing.isUnsampled()) tracing.activeSpan?.addEvent(`Published ${type}`);
  }

  capture(): DeliveryScope {
    const { tracing } = this.#parts;
    const context = tracing.active;
    const { traceparent } = tracing.headers(context);
    return {
      ...(traceparent === undefined ? {} : { traceparent }),
      run: (deliver) => tracing.with(context, deliver),
    };
  }

  resume(traceparent: string | undefined): DeliveryScope {
    const { tracing } = this.#parts;
    const context = tracing.linkedContext(traceparent);
    return {
      ...(traceparent === undefined ? {} : { traceparent }),
      run: (deliver) => tracing.with(context, deliver),
    };
  }
}
