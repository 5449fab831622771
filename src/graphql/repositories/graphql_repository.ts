import { ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import { describeValue, token } from "../../kernel/mod.ts";
import { PredicateDataFetcher } from "./predicate_data_fetcher.ts";
import { QueryByExampleDataFetcher } from "./query_by_example_data_fetcher.ts";
import type { SearchableRepository } from "./repository_fetchers.ts";

/** Creates the data fetchers of a registered repository. */
export type RepositoryFetcherBuilder<T> = PredicateDataFetcher<T> | QueryByExampleDataFetcher<T>;

/** The options of a repository that serves query fields. */
export interface GraphQlRepositoryOptions<T> {
  /** Name of the schema type; by default that of the entity class. */
  readonly typeName?: string;
  /**
   * Creates the builder: `PredicateDataFetcher.builder(repository)`, the default, or
   * `QueryByExampleDataFetcher.builder(repository)`, with whatever they are to be told.
   */
  readonly fetchers?: (repository: SearchableRepository<T>) => RepositoryFetcherBuilder<T>;
}

/** A repository that serves query fields of a type. */
export interface GraphQlRepository {
  /** Name of the schema type. */
  readonly typeName: string;
  /** Makes the data fetchers. */
  // deno-lint-ignore no-explicit-any -- repositories of all entities stand in one list
  readonly builder: RepositoryFetcherBuilder<any>;
}

/** Identifier of the {@linkcode GraphQlRepository} beans. */
export const GraphQlRepository: ServiceIdentifier<GraphQlRepository> = token<GraphQlRepository>("GraphQlRepository");

/**
 * Lets a repository serve the query fields that return its entities: one, a list, or a connection. Fields with a data
 * fetcher of their own stay as they are.
 *
 * @param repository the identifier of the repository's bean
 * @param options the type's name, and how the repository is searched
 *
 * @example
 * ```ts
 * import { createApp, createContainer, data, describeType, graphql, graphQlRepository, Resource, t } from "@espalier/espalier";
 * import { Database, repository } from "@espalier/espalier/data";
 *
 * class Book {
 *   constructor(readonly id: string, readonly title: string) {}
 * }
 * describeType(Book, { id: t.id, title: t.string }, { id: "id" });
 * class Books extends repository(Book, {}) {}
 *
 * const schema = Resource.text("books", "type Query { book(id: ID!): Book } type Book { id: ID! title: String! }");
 * const container = createContainer(data({ entities: [Book] }), graphql({ schema: [schema] }), graphQlRepository(Books));
 * container.bind(Books).toResolvedValue((database) => new Books(database), [Database]);
 * await using app = await createApp(container);
 * await container.get(Books).save(new Book("1", "Orlando"));
 * const response = await app.fetch(
 *   new Request("http://localhost/graphql", {
 *     method: "POST",
 *     headers: { "content-type": "application/json" },
 *     body: JSON.stringify({ query: '{ book(id: "1") { title } }' }),
 *   }),
 * );
 * console.log(await response.json()); // { data: { book: { title: "Orlando" } } }
 * ```
 */
export function graphQlRepository<T>(
  repository: ServiceIdentifier<SearchableRepository<T>>,
  options: GraphQlRepositoryOptions<T> = {},
): ContainerModule {
  const { fetchers = (bean) => PredicateDataFetcher.builder(bean) } = options;
  return new ContainerModule(({ bind }) => {
    bind(GraphQlRepository).toResolvedValue(
      (bean: SearchableRepository<T>) => ({
        typeName: options.typeName ?? entityTypeOf(bean).name,
        builder: fetchers(bean),
      }),
      [repository],
    );
  });
}

/** The substitute of a repository in a test may lack the property. */
function entityTypeOf(repository: SearchableRepository<unknown>): { readonly name: string } {
  const entityType: unknown = repository.entityType;
  if (typeof entityType === "function") return entityType;
  throw new TypeError(
    `Cannot serve query fields from repository "${repository.constructor.name}" as property "entityType" must be the ` +
      `class of its entities: current value is ${describeValue(entityType)}`,
  );
}
