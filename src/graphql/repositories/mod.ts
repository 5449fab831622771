/**
 * Data fetchers that search repositories by example and by predicate.
 *
 * @module
 */

export { CriteriaBindings, type PropertyBinding } from "./argument_criteria.ts";
export * from "./graphql_repository.ts";
export * from "./predicate_data_fetcher.ts";
export type * from "./projection.ts";
export * from "./query_by_example_data_fetcher.ts";
export { RepositoryDataFetcher } from "./repository_data_fetcher.ts";
export type { ArgumentQuery, IdSearch, RepositoryFetcherState, SearchableRepository } from "./repository_fetchers.ts";
export * from "./repository_wiring.ts";
export { keysetStart } from "./scroll_defaults.ts";
