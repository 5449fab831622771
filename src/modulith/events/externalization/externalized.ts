import { type Class, recordClass, recordedFor, requireCalled } from "../../../kernel/mod.ts";
import { requireRoute } from "./externalized_route.ts";

/** How events of a class leave the process. */
export interface ExternalizationOptions<E> {
  /** What is sent, as a JSON value or a promise of one; by default the event itself. */
  readonly payload?: (event: E) => unknown;
  /** Further headers of the message. */
  readonly headers?: (event: E) => Readonly<Record<string, string>>;
}

/** What the decorator recorded. */
export interface ExternalizationMark extends ExternalizationOptions<never> {
  readonly target: string;
}

/** A class decorator, standard or legacy. */
export type ExternalizedDecorator<E> = (type: Class<E>, context?: ClassDecoratorContext) => void;

const key: unique symbol = Symbol.for("espalier.externalized");

/**
 * Marks a class of events that leave the process, where `externalization()` is installed.
 *
 * @param target where events go, and after `::` the key: `"orders.placed::#{orderId}"`. `#{…}` stands for a property of
 *   the event, given by its path. Without a target, `""` or `"::key"`, the class's name is taken
 * @param options payload, headers
 * @throws TypeError when `#{…}` does not hold a path
 *
 * @example
 * ```ts
 * import { Externalized } from "@espalier/espalier/modulith";
 *
 * @Externalized("orders.placed::#{orderId}")
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * console.log(new OrderPlaced("o-1").orderId);
 * ```
 */
export function Externalized<E extends object>(
  target: string = "",
  options: ExternalizationOptions<E> = {},
): ExternalizedDecorator<E> {
  requireCalled("Externalized", target);
  requireRoute(target);
  return (type, context) => recordClass(key, [type, context], { target, ...options });
}

/** What {@linkcode Externalized} recorded for an event's class, or `undefined`. */
export function externalizationOf(event: object): ExternalizationMark | undefined {
  const type: unknown = event.constructor;
  return typeof type === "function" ? recordedFor<ExternalizationMark>(key, type as Class)[0] : undefined;
}
