import { type Class, requireClass } from "../../../kernel/mod.ts";
import { type ExternalizationMark, externalizationOf, type ExternalizationOptions } from "./externalized.ts";
import { type ExternalizedRoute, externalizedRoute, requireRoute } from "./externalized_route.ts";

/** How events of a class without `@Externalized` are sent. */
export interface ExternalizedEvents<E> extends ExternalizationOptions<E> {
  /** The route, in the form of `@Externalized` or computed for each event; by default the class's name. */
  readonly target?: string | ((event: E) => string | ExternalizedRoute);
  /** Returns whether an event is sent; by default all are. */
  readonly condition?: (event: E) => boolean;
}

/** A class whose events are sent to the broker, created by {@linkcode externalize}. */
export interface ExternalizedClass {
  /** The class of the events. */
  readonly eventType: Class<object>;
  /** How its events are sent. */
  readonly events: ExternalizedEvents<never>;
}

/**
 * Configures how events of a class are sent to the broker, without decorating the class. It takes precedence over
 * `@Externalized`, and applies to subclasses too.
 *
 * @param eventType the class
 * @param events target, payload, headers, condition
 * @returns the configuration, to be passed to `externalization()`
 * @throws TypeError when the target is not a valid route
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
  // The functions are only called with events of this class.
  return { eventType, events: events as ExternalizedEvents<never> };
}

/** Finds out how an event is sent: as configured by `externalize`, else as its class is decorated. */
export class ExternalizationRules {
  readonly #classes: readonly ExternalizedClass[];

  /** @param classes the configured classes; the first that matches an event applies */
  constructor(classes: readonly ExternalizedClass[]) {
    this.#classes = classes;
  }

  /** Whether an event is sent to the broker. */
  concerns(event: object): boolean {
    const rule = this.#ruleOf(event);
    if (rule === undefined) return externalizationOf(event) !== undefined;
    return rule.condition?.(event as never) ?? true;
  }

  /** The payload and headers of an event for which {@linkcode concerns} is true. */
  optionsOf(event: object): ExternalizationOptions<never> {
    return this.#ruleOf(event) ?? this.#markOf(event);
  }

  /** The route of an event for which {@linkcode concerns} is true. */
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
