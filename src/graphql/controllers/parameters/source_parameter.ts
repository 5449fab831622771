import { type Class, requireClass } from "../../../kernel/mod.ts";
import type { HandlerParameter, HandlerSite } from "../handler_parameter.ts";

/** The source, without a type check. */
export function sourceParameter(): HandlerParameter<unknown, never>;
/**
 * The source: the object whose field is fetched. Its class names the type that a `@SchemaMapping` belongs to.
 *
 * @param type returns the class
 */
export function sourceParameter<T>(type: () => Class<T>): HandlerParameter<T, never>;
export function sourceParameter(type?: () => Class): HandlerParameter<unknown, never> {
  return {
    kind: "source",
    readsAnyArgument: false,
    ...(type ? { sourceType: type } : {}),
    prepare: (site) => {
      const check = sourceCheck(site, type);
      return { read: (environment) => check(environment.source), direct: check };
    },
  };
}

function sourceCheck({ description, index }: HandlerSite, type: (() => Class) | undefined): (s: unknown) => unknown {
  const place = `Parameter [${index}] in ${description}`;
  const expected = type?.();
  if (type !== undefined) requireClass(`Cannot use param.source() of ${description}`, expected);
  return (source) => {
    if (source === undefined || source === null) {
      throw new TypeError(
        `${place}: was not recognized by any resolver and there is no source/parent either. Please, refer to the ` +
          "documentation for the full list of supported parameters.",
      );
    }
    if (expected !== undefined && !isCompatible(source, expected)) {
      throw new TypeError(`${place}: does not match the source Object type 'class ${classNameOf(source)}'.`);
    }
    return source;
  };
}

/** Accepts a plain object for a class: rows of a store and literals of a test have no class. */
function isCompatible(source: unknown, type: Class): boolean {
  if (typeof source === "object" && source !== null) {
    // The cheaper check first.
    const prototype = Object.getPrototypeOf(source);
    if (prototype === Object.prototype || prototype === null || prototype === type.prototype) return true;
  }
  return source instanceof type;
}

function classNameOf(source: unknown): string {
  return Object(source).constructor?.name ?? "Object";
}
