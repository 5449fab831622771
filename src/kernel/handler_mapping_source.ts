import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/** What handles one kind of request. */
export interface HandlerMapping {
  /** What is handled: `Query.book`. */
  readonly predicate: string;
  /** The code that handles it: `Catalog#book`. */
  readonly handler: string;
}

/** Lists handlers behind a route for `/actuator/mappings`, such as those of the fields of a GraphQL schema. */
export interface HandlerMappingSource {
  /** What finds the handlers: `"graphql"`. */
  readonly name: string;
  /** The mappings, in the order in which people look for them. */
  mappings(): readonly HandlerMapping[];
}

/** Identifier of the {@linkcode HandlerMappingSource} beans. */
export const HandlerMappingSource: ServiceIdentifier<HandlerMappingSource> = token<HandlerMappingSource>(
  "HandlerMappingSource",
);
