import type { ScrollPosition, ScrollSubrange, Sort, Subrange } from "../../../data/vocabulary.ts";
import { CursorStrategy, scrollSubrangeOf, SortStrategy, subrangeOf } from "../../pagination/mod.ts";
import type { HandlerParameter, HandlerSite, ParameterReader } from "../handler_parameter.ts";
import type { FieldArguments } from "../../wiring/mod.ts";

/** The arguments that request a part of a list. */
type SubrangeArgument = "first" | "after" | "last" | "before";

/**
 * The part of a result that the client asks for by `first`, `after`, `last` and `before`. Its count is absent if the
 * client sends none.
 */
export function scrollSubrangeParameter(): HandlerParameter<ScrollSubrange, SubrangeArgument> {
  return {
    kind: "scrollSubrange",
    prepare: (site) => {
      const strategy = beanOf<CursorStrategy>(site, CursorStrategy, "a CursorStrategy");
      return ofArguments((args) => scrollSubrangeOf(strategy, args));
    },
  };
}

/** The requested part of a list, read by the `CursorStrategy` bean. */
export function subrangeParameter(): HandlerParameter<Subrange<ScrollPosition>, SubrangeArgument>;
/**
 * The part of a result that the client asks for, its position read by a custom strategy.
 *
 * @param strategy reads cursors
 */
export function subrangeParameter<P>(strategy: CursorStrategy<P>): HandlerParameter<Subrange<P>, SubrangeArgument>;
export function subrangeParameter(
  strategy?: CursorStrategy<unknown>,
): HandlerParameter<Subrange<unknown>, SubrangeArgument> {
  return {
    kind: "subrange",
    prepare: (site) => {
      const used = strategy ?? beanOf<CursorStrategy<unknown>>(site, CursorStrategy, "a CursorStrategy");
      return ofArguments((args) => subrangeOf(used, args));
    },
  };
}

/** The sort that the client asks for, read by the `SortStrategy` bean. */
export function sortParameter(): HandlerParameter<Sort> {
  return {
    kind: "sort",
    prepare: (site) => {
      const strategy = beanOf<SortStrategy>(site, SortStrategy, "a SortStrategy");
      return { read: (environment) => strategy.extract(environment) };
    },
  };
}

function ofArguments<T>(read: (args: FieldArguments) => T): ParameterReader<T> {
  return {
    read: (environment) => read(environment.arguments),
    direct: (_source, args) => read(args),
    batch: (args) => read(args),
  };
}

function beanOf<T>({ bean, description }: HandlerSite, identifier: unknown, what: string): T {
  const found = bean<T>(identifier);
  if (found !== undefined) return found;
  throw new TypeError(`Cannot prepare ${description} as ${what} must be bound`);
}
