import type { GraphQLContext } from "../../../context/mod.ts";
import type {
  BatchLoaderEnvironment,
  DataFetchingEnvironment,
  DataFetchingFieldSelectionSet,
} from "../../wiring/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** The environment of the field. */
export function environmentParameter(): HandlerParameter<DataFetchingEnvironment> {
  return { kind: "environment", prepare: () => ({ read: (environment) => environment }) };
}

/** The request's context as a whole. */
export function graphQlContextParameter(): HandlerParameter<GraphQLContext, never> {
  return {
    kind: "graphQlContext",
    readsAnyArgument: false,
    prepare: () => ({
      read: (environment) => environment.graphQlContext,
      direct: (_source, _args, request) => request.graphQlContext,
      batch: (_args, environment) => environment.graphQlContext,
    }),
  };
}

/** The fields that the client selects below the field. */
export function selectionSetParameter(): HandlerParameter<DataFetchingFieldSelectionSet, never> {
  return {
    kind: "selectionSet",
    readsAnyArgument: false,
    prepare: () => ({ read: (environment) => environment.selectionSet }),
  };
}

/** The BCP 47 tag of the client's preferred language. */
export function localeParameter(): HandlerParameter<string, never> {
  return {
    kind: "locale",
    readsAnyArgument: false,
    prepare: () => ({
      read: (environment) => environment.locale,
      direct: (_source, _args, request) => request.locale,
    }),
  };
}

/** Fires when the client disconnects or the request times out. */
export function signalParameter(): HandlerParameter<AbortSignal, never> {
  return {
    kind: "signal",
    readsAnyArgument: false,
    prepare: () => ({
      read: (environment) => environment.signal,
      direct: (_source, _args, request) => request.signal,
      batch: (_args, environment) => environment.signal,
    }),
  };
}

/** The environment of a batch, for `@BatchMapping` methods. */
export function batchEnvironmentParameter(): HandlerParameter<BatchLoaderEnvironment, never> {
  return {
    kind: "batchEnvironment",
    readsAnyArgument: false,
    prepare: ({ description, index }) => ({
      read: () => {
        throw new TypeError(`Parameter [${index}] in ${description}: a batch environment exists in batch methods only`);
      },
      batch: (_args, environment) => environment,
    }),
  };
}
