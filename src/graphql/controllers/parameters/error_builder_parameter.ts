import { GraphqlErrorBuilder } from "../../wiring/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** Builds an error that is located at the field. */
export function errorBuilderParameter(): HandlerParameter<GraphqlErrorBuilder, never> {
  return {
    kind: "errorBuilder",
    prepare: () => ({ read: (environment) => GraphqlErrorBuilder.newError(environment) }),
  };
}
