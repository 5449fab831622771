import type { Counter } from "./deps.ts";
import type { InstalledModule } from "../kernel/mod.ts";
import type { DeliveryScope, EventObserver, ModuleCalls } from "../modulith/mod.ts";
import type { Tracing } from "./tracing.ts";

/** What {@linkcode EventSpans} works with. */
export interface EventSpansParts {
  readonly tracing: Tracing;
  /** Absent where nobody reads metrics. */
  readonly processed: Counter | undefined;
  readonly modules: readonly InstalledModule[];
  /** Knows the publishing module. */
  readonly calls: ModuleCalls | undefined;
}

/** Counts published events, and lets listeners that are told later continue the publisher's trace. */
export class EventSpans implements EventObserver {
  readonly #parts: EventSpansParts;

  /** @param parts tracing, the counter, the modules */
  constructor(parts: EventSpansParts) {
    this.#parts = parts;
  }

  published(event: object): void {
    const { tracing, processed } = this.#parts;
    const type = event.constructor.name;
    const module = processed && this.#moduleOf(type);
    // Events of nobody's module, such as those of the framework, are not the modules' traffic.
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

  /** The module that declares the event's class, as far as its sources are known; else the one that publishes it. */
  #moduleOf(type: string): InstalledModule | undefined {
    const { modules, calls } = this.#parts;
    return modules.find((module) => module.exposes?.(type)) ??
      modules.find(({ identifier }) => identifier === calls?.currentModule);
  }
}
