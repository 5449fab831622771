import type { Class } from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** The key under which `@GraphQlExceptionHandler` records methods on a class. */
export const exceptionHandlers: unique symbol = Symbol("espalier.graphql.exceptionHandlers");

/** The record of `@GraphQlExceptionHandler` for a method. */
export interface RecordedExceptionHandler {
  readonly methodName: string;
  readonly exceptions: readonly Class[];
  readonly params?: readonly HandlerParameter[] | undefined;
}
