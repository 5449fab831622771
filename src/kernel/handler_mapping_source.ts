import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/** The handler of one kind of request. */
export interface HandlerMapping {
  /** The handled request: `Query.book`. */
  readonly predicate: string;
  /** The code that handles it: `Catalog#book`. */
  readonly handler: string;
}

/** Lists handlers behind a route for `/actuator/mappings`, such as those of the fields of a GraphQL schema. */
export interface HandlerMappingSource {
  /** The area that lists the handlers: `"graphql"`. */
  readonly name: string;
  /** The mappings, in the order in which they are shown. */
  mappings(): readonly HandlerMapping[];
}

/** Identifier of the {@linkcode HandlerMappingSource} beans. */
export const HandlerMappingSource: ServiceIdentifier<HandlerMappingSource> = token<HandlerMappingSource>(
  "HandlerMappingSource",
);
