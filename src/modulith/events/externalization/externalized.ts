import { type Class, recordClass, recordedFor, requireCalled } from "../../../kernel/mod.ts";
import { requireRoute } from "./externalized_route.ts";

/** How events of a class are sent to the broker. */
export interface ExternalizationOptions<E> {
  /** Returns the body as a JSON value or a promise of one; by default the event itself. */
  readonly payload?: (event: E) => unknown;
  /** Returns further headers of the message. */
  readonly headers?: (event: E) => Readonly<Record<string, string>>;
}

/** The route and options that the decorator recorded. */
export interface ExternalizationMark extends ExternalizationOptions<never> {
  readonly target: string;
}

/** A class decorator, standard or legacy. */
export type ExternalizedDecorator<E> = (type: Class<E>, context?: ClassDecoratorContext) => void;

const key: unique symbol = Symbol.for("espalier.externalized");

/**
 * Marks a class whose events are sent to a broker if `externalization()` is installed.
 *
 * @param target the destination, and after `::` the key: `"orders.placed::#{orderId}"`. `#{…}` is replaced by the
 *   property of the event with this path. An empty target, as in `""` or `"::key"`, means the class's name
 * @param options payload, headers
 * @throws TypeError when the content of `#{…}` is not a property path
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

/** The mark that {@linkcode Externalized} recorded for an event's class, or `undefined`. */
export function externalizationOf(event: object): ExternalizationMark | undefined {
  const type: unknown = event.constructor;
  return typeof type === "function" ? recordedFor<ExternalizationMark>(key, type as Class)[0] : undefined;
}
