import type { AnyDescriptor } from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";
import type { SchemaMappingFetcher } from "./schema_mapping_fetcher.ts";

/** The key under which `@EntityMapping` records methods on a class. */
export const entityMappings: unique symbol = Symbol("espalier.graphql.entityMappings");

/** The record of a decorator for a method that is not mapped to a field. */
export interface RecordedHandler {
  /** The name of the method. */
  readonly methodName: string;
  /** The parameters in order; absent if the method receives the environment. */
  readonly params?: readonly HandlerParameter[] | undefined;
  /** The return type of the method. */
  readonly returns?: AnyDescriptor | undefined;
}

/** A recorded method of a controller, ready to be called. */
export interface Handler<R extends RecordedHandler = RecordedHandler> {
  readonly recorded: R;
  readonly controller: object;
  /** Calls the method with the arguments of an environment. */
  readonly fetcher: SchemaMappingFetcher;
}
