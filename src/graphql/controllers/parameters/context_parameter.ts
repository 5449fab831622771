import { GraphQLContext } from "../../../context/mod.ts";
import type { TypeDescriptor } from "../../../kernel/mod.ts";
import type { HandlerParameter, HandlerSite } from "../handler_parameter.ts";

/** Whether a context value must be there. */
export interface ContextValueOptions<R extends boolean = boolean> {
  /** By default `true`: a missing value is an error. */
  readonly required?: R;
}

/** A context value: the method gets `undefined` for a missing one that is not required. */
export type ContextValue<T, R extends boolean> = R extends false ? T | undefined : T;

/**
 * A value of the request's context.
 *
 * @param key the key in the `GraphQLContext`
 * @param type what the value is; only the compiler looks at it
 * @param options whether the value must be there
 */
export function contextParameter<T = unknown, const R extends boolean = true>(
  key: unknown,
  _type?: TypeDescriptor<T>,
  options?: ContextValueOptions<R>,
): HandlerParameter<ContextValue<T, R>> {
  return {
    kind: "context",
    readsAnyArgument: false,
    prepare: (site) => {
      const pick = valuePicker<ContextValue<T, R>>(key, options?.required ?? true, site);
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
 * @param type what the value is; only the compiler looks at it
 * @param options whether the value must be there
 */
export function localContextParameter<T = unknown, const R extends boolean = true>(
  key: unknown,
  _type?: TypeDescriptor<T>,
  options?: ContextValueOptions<R>,
): HandlerParameter<ContextValue<T, R>> {
  return {
    kind: "localContext",
    readsAnyArgument: false,
    prepare: (site) => {
      const pick = valuePicker<ContextValue<T, R>>(key, options?.required ?? true, site);
      return {
        read: ({ localContext }) => pick(localContext instanceof GraphQLContext ? localContext : undefined),
      };
    },
  };
}

function valuePicker<T>(
  key: unknown,
  isRequired: boolean,
  { methodName, index }: HandlerSite,
): (context: GraphQLContext | undefined) => T {
  return (context) => {
    const value = context?.get<T>(key);
    if (value === undefined && isRequired) {
      throw new Error(`Missing required context value for method '${methodName}' parameter ${index}`);
    }
    return value as T;
  };
}
