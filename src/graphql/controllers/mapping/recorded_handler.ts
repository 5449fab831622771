import type { AnyDescriptor } from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";
import type { SchemaMappingFetcher } from "./schema_mapping_fetcher.ts";

/** Under this key `@EntityMapping` records methods on a class. */
export const entityMappings: unique symbol = Symbol("espalier.graphql.entityMappings");

/** What a decorator recorded about a method that serves no field by itself. */
export interface RecordedHandler {
  /** The name of the method. */
  readonly methodName: string;
  /** The parameters in order; absent where the method gets the environment. */
  readonly params?: readonly HandlerParameter[] | undefined;
  /** The type of what the method returns. */
  readonly returns?: AnyDescriptor | undefined;
}

/** A recorded method of a controller, ready to be called. */
export interface Handler<R extends RecordedHandler = RecordedHandler> {
  readonly recorded: R;
  readonly controller: object;
  /** Calls the method with the arguments of an environment. */
  readonly fetcher: SchemaMappingFetcher;
}
