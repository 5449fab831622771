import { type Class, requireClass } from "../../../kernel/mod.ts";
import { type ExternalizationMark, externalizationOf, type ExternalizationOptions } from "./externalized.ts";
import { type ExternalizedRoute, externalizedRoute, requireRoute } from "./externalized_route.ts";

/** How events of a class leave the process that bears no mark. */
export interface ExternalizedEvents<E> extends ExternalizationOptions<E> {
  /** Where events go: as `@Externalized` takes it, or a function that says it for each event. By default the class's name. */
  readonly target?: string | ((event: E) => string | ExternalizedRoute);
  /** Which of the events leave; by default all. */
  readonly condition?: (event: E) => boolean;
}

/** A class whose events leave the process: what {@linkcode externalize} returns. */
export interface ExternalizedClass {
  /** The class of the events. */
  readonly eventType: Class<object>;
  /** How its events leave the process. */
  readonly events: ExternalizedEvents<never>;
}

/**
 * Says how events of a class leave the process, for classes of others or where the decision is not the class's. It takes
 * precedence over the class's own mark, and holds for the classes that extend it.
 *
 * @param eventType the class
 * @param events target, payload, headers, condition
 * @returns to be passed to `externalization()`
 * @throws TypeError when the target is no route
 *
 * @example
 * ```ts
 * import { externalization, externalize, natsJetStream } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string, readonly country: string) {}
 * }
 * const orders = externalize(OrderPlaced, {
 *   target: ({ country, orderId }) => ({ target: `orders.${country}.placed`, key: orderId }),
 *   condition: ({ country }) => country !== "test",
 * });
 * externalization(natsJetStream({ servers: ["127.0.0.1:4222"] }), { events: [orders], order: "key" });
 * ```
 */
export function externalize<E extends object>(
  eventType: Class<E>,
  events: ExternalizedEvents<E> = {},
): ExternalizedClass {
  requireClass("Cannot externalize events", eventType);
  if (typeof events.target === "string") requireRoute(events.target);
  // What is asked about an event is only ever asked about events of this class.
  return { eventType, events: events as ExternalizedEvents<never> };
}

/** How an event leaves the process: as it was said by code, else by its class. */
export class ExternalizationRules {
  readonly #classes: readonly ExternalizedClass[];

  /** @param classes what was said by code; the first that fits an event holds */
  constructor(classes: readonly ExternalizedClass[]) {
    this.#classes = classes;
  }

  /** Whether an event leaves the process. */
  concerns(event: object): boolean {
    const rule = this.#ruleOf(event);
    if (rule === undefined) return externalizationOf(event) !== undefined;
    return rule.condition?.(event as never) ?? true;
  }

  /** What is sent beside the route; call it for an event that leaves the process. */
  optionsOf(event: object): ExternalizationOptions<never> {
    return this.#ruleOf(event) ?? this.#markOf(event);
  }

  /** Where an event goes; call it for one that leaves the process. */
  routeOf(event: object): ExternalizedRoute {
    const target = (this.#ruleOf(event) ?? this.#markOf(event)).target ?? "";
    const said = typeof target === "function" ? target(event as never) : target;
    return typeof said === "string" ? externalizedRoute(said, event) : said;
  }

  #ruleOf(event: object): ExternalizedEvents<never> | undefined {
    return this.#classes.find(({ eventType }) => event instanceof eventType)?.events;
  }

  #markOf(event: object): ExternalizationMark {
    return externalizationOf(event)!;
  }
}
