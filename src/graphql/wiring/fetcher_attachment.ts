import type { GraphQLField } from "../../../deps.ts";
import type { DataFetcher } from "./data_fetcher.ts";

const attachment: unique symbol = Symbol.for("espalier.dataFetcher");

/**
 * The data fetcher of a schema field.
 *
 * @param field a field of an executable schema
 * @returns the fetcher that wiring attached, or `undefined` for a field that has a plain resolver or none
 */
export function dataFetcherOf(field: GraphQLField<unknown, unknown>): DataFetcher | undefined {
  return dataFetcherIn(field.extensions);
}

/**
 * The data fetcher in the extensions of a field or of its configuration.
 *
 * @param extensions of a field
 */
export function dataFetcherIn(
  extensions: Readonly<Record<string | symbol, unknown>> | null | undefined,
): DataFetcher | undefined {
  return extensions?.[attachment] as DataFetcher | undefined;
}

/** Extensions for a schema field that let {@linkcode dataFetcherOf} find its data fetcher. */
export function withDataFetcher(
  extensions: Readonly<Record<string | symbol, unknown>>,
  fetcher: DataFetcher,
): Record<string | symbol, unknown> {
  return { ...extensions, [attachment]: fetcher };
}
