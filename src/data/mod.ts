/**
 * The data vocabulary: sorting, paging, scrolling, examples, criteria, repositories and databases.
 *
 * One vocabulary serves GraphQL connections and REST collections. Nothing here loads third-party code: Kysely is
 * loaded when an SQL database is opened, the driver of PostgreSQL when it is one; SQLite is built into the runtime.
 *
 * For other areas; the public exports are in `api.ts`.
 *
 * @module
 */

export * from "./aggregate.ts";
export type * from "./catalogue/catalogue.ts";
export type { SchemaDrift } from "./catalogue/schema_drift.ts";
export type * from "./catalogue/wanted_table.ts";
export { readCatalogue } from "./catalogue/read_catalogue.ts";
export * from "./database.ts";
export type * from "./dedicated_connection.ts";
export { EntityModel } from "./entity/entity_model.ts";
export type * from "./entity/property_model.ts";
export { UnknownPropertyError } from "./entity/unknown_property_error.ts";
export * from "./incorrect_result_size_error.ts";
export * from "./increment.ts";
export * from "./query_timeout_error.ts";
export type * from "./query/derived/keyword.ts";
export type { RowPredicate } from "./query/row_access.ts";
export { parseMethodName, type Part, type PartTree, type Verb } from "./query/derived/part_tree.ts";
export type * from "./repositories/checked_options.ts";
export { EntityRepository } from "./repositories/entity_repository.ts";
export type { QueryParameter } from "./query/derived/query_parameter.ts";
export type * from "./repositories/query_method.ts";
export type { DerivedArguments } from "./repositories/derived_arguments.ts";
export type * from "./repositories/readable_methods.ts";
export type { DerivedMethods } from "./repositories/query_method_types.ts";
export { repository, type RepositoryClass } from "./repositories/repository_of.ts";
export { type IdOf } from "./repositories/id_of.ts";
export { pageWithTotal } from "./repositories/read_page.ts";
export { EntityStore } from "./store/entity_store.ts";
export { databaseAt, type DatabaseOptions, openDatabase } from "./store/open_database.ts";
export type { ReplicaListener } from "./store/sql/replica.ts";
export { SchemaDriftError } from "./schema_drift_error.ts";
export { StatementListener } from "./statement_listener.ts";
export * from "./statement_observer.ts";
export { UndescribedPropertyError } from "./undescribed_property_error.ts";
export { UnreadableExpressionError } from "./unreadable_expression_error.ts";
export { TablePreparation } from "./table_preparation.ts";
export * from "./transactions.ts";
export type { EntityChangeListener } from "./entity/entity_changes.ts";
export * from "./vocabulary.ts";
