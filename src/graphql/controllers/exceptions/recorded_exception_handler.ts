import type { Class } from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** Under this key `@GraphQlExceptionHandler` records methods on a class. */
export const exceptionHandlers: unique symbol = Symbol("espalier.graphql.exceptionHandlers");

/** What `@GraphQlExceptionHandler` recorded about a method. */
export interface RecordedExceptionHandler {
  readonly methodName: string;
  readonly exceptions: readonly Class[];
  readonly params?: readonly HandlerParameter[] | undefined;
}
