import { GraphQLContext } from "../../../context/mod.ts";
import type { AnyDescriptor, TypeDescriptor } from "../../../kernel/mod.ts";
import type { HandlerParameter, HandlerSite } from "../handler_parameter.ts";

/** Whether a context value must be there. */
export interface ContextValueOptions<R extends boolean = boolean> {
  /** By default a missing value is an error, unless the type says that it may be `null` or `undefined`. */
  readonly required?: R;
}

/** A context value: the method gets `undefined` for a missing one that is not required. */
export type ContextValue<T, R extends boolean> = R extends false ? T | undefined : T;

/**
 * A value of the request's context.
 *
 * @param key the key in the `GraphQLContext`
 * @param type what the value is: of `t.nullable` and `t.optional` it is seen that there may be none, the rest is for the
 *   compiler
 * @param options whether the value must be there
 */
export function contextParameter<T = unknown, const R extends boolean = true>(
  key: unknown,
  type?: TypeDescriptor<T>,
  options?: ContextValueOptions<R>,
): HandlerParameter<ContextValue<T, R>, never> {
  return {
    kind: "context",
    readsAnyArgument: false,
    prepare: (site) => {
      const pick = valuePicker<ContextValue<T, R>>(key, absenceOf(type, options), site);
      return {
        read: (environment) => pick(environment.graphQlContext),
        direct: (_source, _args, request) => pick(request.graphQlContext),
        batch: (_args, environment) => pick(environment.graphQlContext),
      };
    },
  };
}

/**
 * A value of the local context that a field further up left, which must be a `GraphQLContext`.
 *
 * @param key the key in the local context
 * @param type what the value is: of `t.nullable` and `t.optional` it is seen that there may be none, the rest is for the
 *   compiler
 * @param options whether the value must be there
 */
export function localContextParameter<T = unknown, const R extends boolean = true>(
  key: unknown,
  type?: TypeDescriptor<T>,
  options?: ContextValueOptions<R>,
): HandlerParameter<ContextValue<T, R>, never> {
  return {
    kind: "localContext",
    readsAnyArgument: false,
    prepare: (site) => {
      const pick = valuePicker<ContextValue<T, R>>(key, absenceOf(type, options), site);
      return {
        read: ({ localContext }) => pick(localContext instanceof GraphQLContext ? localContext : undefined),
      };
    },
  };
}

/** What stands for a missing value; `undefined` where there must be one. */
interface Absence {
  readonly value: null | undefined;
}

function absenceOf(type: AnyDescriptor | undefined, options: ContextValueOptions | undefined): Absence | undefined {
  const isRequired = options?.required ?? type?.kind !== "nullable";
  if (isRequired) return undefined;
  const isNull = options?.required === undefined && type?.kind === "nullable" && !type.optional;
  return { value: isNull ? null : undefined };
}

function valuePicker<T>(
  key: unknown,
  absence: Absence | undefined,
  { methodName, index }: HandlerSite,
): (context: GraphQLContext | undefined) => T {
  return (context) => {
    const value = context?.get<T>(key);
    if (value !== undefined) return value;
    if (absence === undefined) {
      throw new Error(`Missing required context value for method '${methodName}' parameter ${index}`);
    }
    // The types of the parameter say that there may be none.
    return absence.value as T;
  };
}
