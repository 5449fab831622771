import type { DataFetcher } from "./data_fetcher.ts";

/**
 * Makes a fetcher that reads a property of the source, or calls it where it is a method, as graphql-js does by default.
 *
 * @param property name of the property
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
