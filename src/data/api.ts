/**
 * Data: repositories over SQLite, PostgreSQL, MariaDB or memory, with derived queries, criteria, examples, sorts, pages,
 * scroll positions and transactions.
 *
 * One vocabulary serves GraphQL connections and REST collections. Drivers are loaded when a database is opened; SQLite is
 * built into Deno.
 *
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { openDatabase, repository, Sort, where } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book, { findByTitleContaining: "list" }) {}
 *
 * await using database = await openDatabase("sqlite::memory:");
 * await database.createTables(Book);
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * console.log((await books.findByTitleContaining("mm")).length); // 1
 * const long = await books.findBy(where("pages").atLeast(200), { sort: Sort.by("title") });
 * console.log(long.map(({ title }) => title)); // ["Emma", "Persuasion"]
 * ```
 *
 * - Databases: {@linkcode openDatabase}, {@linkcode Database}, {@linkcode Transactions}; the feature is `data()` of
 *   `@espalier/espalier`.
 * - Repositories: {@linkcode repository}, {@linkcode EntityRepository}; contracts such as {@linkcode CrudRepository}.
 * - Queries: {@linkcode where}, {@linkcode and}, {@linkcode or}, {@linkcode Example}, {@linkcode count} and other
 *   aggregates.
 * - Results in parts: {@linkcode Sort}, {@linkcode PageRequest}, {@linkcode Page}, {@linkcode ScrollPosition},
 *   {@linkcode Window}.
 * - Errors to catch: {@linkcode OptimisticLockingError}, {@linkcode DataIntegrityError},
 *   {@linkcode ConcurrencyFailureError}, {@linkcode StoreUnavailableError}.
 *
 * Read on: `docs/data.md`, `docs/existing-database.md` and `docs/mariadb.md` in the repository.
 *
 * @module
 */

// Repositories.
export {
  type CallOptions,
  type CheckedOptions,
  type CrudRepository,
  type DerivedArguments,
  type DerivedMethods,
  EntityRepository,
  type FindOptions,
  type IdOf,
  type LockMode,
  type Matching,
  type NestedOptions,
  type NestedScroll,
  pageWithTotal,
  type PagingAndSortingRepository,
  type PredicateExecutor,
  type QueryByExampleExecutor,
  type QueryMethod,
  type QueryMethodOptions,
  type QueryMethods,
  type QueryResult,
  type ReadableMethods,
  type Repository,
  repository,
  type RepositoryClass,
  type SaveOptions,
  type ScrollExecutor,
  type SelectingOptions,
  type UnreadableMethodName,
  type UpsertOptions,
} from "./mod.ts";

// Derived query methods.
export {
  type Keyword,
  type keywords,
  type KeywordType,
  type Part,
  type PartTree,
  type QueryParameter,
  type Verb,
} from "./mod.ts";
export type { IgnoreCase } from "./query/derived/part_tree.ts";

// Criteria and examples.
export {
  and,
  type CaseableCriteria,
  type Comparison,
  type ComparisonOperator,
  type Criteria,
  type EmptyCriteria,
  everything,
  Example,
  ExampleMatcher,
  type ExpectedCondition,
  type ExpectedQuery,
  expectQuery,
  type FitsPaths,
  GenericPropertyMatchers,
  type IdentityCriteria,
  type InCriteria,
  type Junction,
  type MemberCriteria,
  type Negation,
  not,
  nothing,
  type NullCriteria,
  or,
  type PathValue,
  PropertyCriteria,
  type PropertyName,
  type PropertySpecifier,
  type PropertyValueTransformer,
  type RowPredicate,
  type Selected,
  type SomeCriteria,
  type StringMatcher,
  type SuggestedPath,
  type TextCriteria,
  type TextMatch,
  type UnknownPropertyPath,
  where,
} from "./mod.ts";

// Sorts, pages and scroll positions.
export {
  type Direction,
  type Keys,
  KeysetScrollPosition,
  Limit,
  type NullHandling,
  OffsetScrollPosition,
  Order,
  type OrderOptions,
  Page,
  Pageable,
  type PageMetadata,
  pageOf,
  pageOfList,
  PageRequest,
  type ScrollDirection,
  ScrollPosition,
  ScrollSubrange,
  Slice,
  sliceOf,
  Sort,
  Subrange,
  Window,
  type WindowFunction,
  WindowIterator,
  windowOf,
} from "./mod.ts";

// Aggregates and changes by criteria.
export {
  type Aggregate,
  type AggregateKind,
  type AggregateOptions,
  type AggregateRow,
  type Aggregates,
  avg,
  type Changes,
  count,
  countDistinct,
  type FittingAggregates,
  type GroupOptions,
  Increment,
  increment,
  max,
  min,
  sum,
} from "./mod.ts";

// Databases and transactions.
export {
  Database,
  databaseAt,
  type DatabaseOptions,
  type DedicatedConnection,
  EntityStore,
  type IsolationLevel,
  type NotificationListener,
  openDatabase,
  type ReplicaListener,
  type RetryOptions,
  TablePreparation,
  type Transaction,
  type TransactionOptions,
  Transactions,
} from "./mod.ts";

// Observation of statements.
export {
  type StatementEnd,
  type StatementExecution,
  StatementListener,
  StatementObserver,
  type StatementOutcome,
  type StatementTarget,
  type StatementTransaction,
} from "./mod.ts";

// Models of entities.
export {
  type CollectionProperty,
  type ColumnProperty,
  type ColumnType,
  type EmbeddedProperty,
  type EntityChangeListener,
  EntityModel,
  type PropertyModel,
  type ReferencePart,
  type ReferenceProperty,
} from "./mod.ts";
export type { NamedProperty } from "./entity/property_model.ts";
export { StoredColumn } from "./entity/stored_column.ts";

// Catalogues of databases, and how they differ from the entities.
export {
  type Catalogue,
  type CatalogueCheck,
  type CatalogueColumn,
  type CatalogueForeignKey,
  type CatalogueIndex,
  type CatalogueIndexKey,
  type CatalogueTable,
  type ColumnGeneration,
  type SchemaDrift,
  type WantedCheck,
  type WantedColumn,
  type WantedForeignKey,
  type WantedIndex,
  type WantedTable,
} from "./mod.ts";

// Errors.
export {
  ConcurrencyFailureError,
  type ConcurrencyFailureOptions,
  DataIntegrityError,
  type DataIntegrityErrorOptions,
  IncorrectResultSizeError,
  type IntegrityRule,
  InvalidTextError,
  KeysetMismatchError,
  LockTimeoutError,
  OptimisticLockingError,
  QueryTimeoutError,
  type ReferringProperty,
  SchemaDriftError,
  StoreUnavailableError,
  UndescribedPropertyError,
  UnfitValueError,
  UnknownPropertyError,
  UnreadableExpressionError,
} from "./mod.ts";
