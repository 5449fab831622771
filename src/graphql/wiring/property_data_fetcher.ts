import type { DataFetcher } from "./data_fetcher.ts";

/**
 * Creates a fetcher that reads a property of the source, or calls it if it is a method, as graphql-js does by default.
 *
 * @param property name of the property
 *
 * @example
 * ```ts
 * import { ExecutionInput, GraphQlSource, propertyDataFetcher, Resource } from "@espalier/espalier/graphql";
 *
 * const source = await GraphQlSource.schemaResourceBuilder()
 *   .schemaResources(Resource.text("books", "type Query { book: Book } type Book { name: String }"))
 *   .configureRuntimeWiring((wiring) => {
 *     wiring.type("Query", (type) => type.dataFetcher("book", () => ({ title: "Emma" })));
 *     wiring.type("Book", (type) => type.dataFetcher("name", propertyDataFetcher("title")));
 *   })
 *   .build();
 * const { data } = await source.graphQl.execute(new ExecutionInput({ query: "{ book { name } }" }));
 * console.log(data); // { book: { name: "Emma" } }
 * ```
 */
export function propertyDataFetcher(property: string): DataFetcher {
  return (environment) => {
    const { source } = environment;
    if (typeof source !== "object" && typeof source !== "function" || source === null) return undefined;
    const value = (source as Readonly<Record<string, unknown>>)[property];
    if (typeof value !== "function") return value;
    return value.call(source, environment.arguments, environment.graphQlContext, environment.info);
  };
}
