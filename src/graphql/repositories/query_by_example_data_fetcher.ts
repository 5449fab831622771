import { Example, ExampleMatcher } from "../../data/vocabulary.ts";
import { searchArguments } from "./argument_criteria.ts";
import { RepositoryDataFetcher } from "./repository_data_fetcher.ts";
import type { ArgumentQuery, RepositoryFetcherState, SearchableRepository } from "./repository_fetchers.ts";

/** The additional steps of a {@linkcode QueryByExampleDataFetcher}. */
export interface ExampleState<T> extends RepositoryFetcherState<T> {
  /** Says how the example is compared; by default exactly. */
  readonly matcher?: ExampleMatcher;
}

/**
 * Data fetchers that search a repository by an example made of the field's arguments; what the client omits, or sends
 * as null, is ignored.
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import { ExampleMatcher, openDatabase } from "@espalier/espalier/data";
 * import { QueryByExampleDataFetcher } from "@espalier/espalier/graphql";
 *
 * class Book {
 *   constructor(readonly id: string, readonly title: string) {}
 * }
 * describeType(Book, { id: t.id, title: t.string }, { id: "id" });
 *
 * await using database = await openDatabase("memory:");
 * const book = QueryByExampleDataFetcher.builder(database.repository<Book, string>(Book))
 *   .matcher(ExampleMatcher.matching().withIgnoreCase())
 *   .single();
 * console.log(book.description); // "QueryByExampleDataFetcher<Book> single"
 * ```
 */
export class QueryByExampleDataFetcher<T> extends RepositoryDataFetcher<T, ExampleState<T>> {
  /** The name of the builder, for messages. */
  protected readonly kind = "QueryByExampleDataFetcher";

  /**
   * Begins with the repository.
   *
   * @param repository the repository to search
   */
  static builder<T>(repository: SearchableRepository<T>): QueryByExampleDataFetcher<T> {
    return new QueryByExampleDataFetcher({ repository });
  }

  /** Says how the example is compared; by default exactly. */
  matcher(matcher: ExampleMatcher): this {
    return this.withState({ ...this.state, matcher });
  }

  /** Creates a builder with other settings. */
  protected withState(state: ExampleState<T>): this {
    return new QueryByExampleDataFetcher(state) as this;
  }

  /** Turns arguments into an example. */
  protected argumentQuery(): ArgumentQuery<T> {
    const { repository: { entityType }, matcher = ExampleMatcher.matching() } = this.state;
    // Only described properties of the probe are read, so the arguments can be the probe.
    return (args) => Example.of(entityType, searchArguments(entityType, args) as Partial<T>, matcher);
  }
}
