/**
 * The data vocabulary (criteria, pages, sorts, positions, repository contracts) without the stores, for areas that must
 * not load a database.
 *
 * @module
 */

export * from "./concurrency_failure_error.ts";
export * from "./criteria.ts";
export * from "./data_integrity_error.ts";
export { UnfitValueError } from "./entity/unfit_value_error.ts";
export * from "./example.ts";
export * from "./example_matcher.ts";
export * from "./expected_query.ts";
export * from "./invalid_text_error.ts";
export * from "./keys_text.ts";
export * from "./limit.ts";
export * from "./lock_timeout_error.ts";
export * from "./optimistic_locking_error.ts";
export * from "./order.ts";
export * from "./page.ts";
export * from "./page_of_list.ts";
export * from "./pageable.ts";
export { KeysetMismatchError } from "./query/keyset.ts";
export type * from "./property_paths.ts";
export type * from "./repository.ts";
export * from "./scroll_position.ts";
export * from "./scroll_subrange.ts";
export * from "./slice.ts";
export * from "./sort.ts";
export { StoreUnavailableError } from "./store_unavailable_error.ts";
export * from "./subrange.ts";
export * from "./where.ts";
export * from "./window.ts";
export * from "./window_iterator.ts";
