import { argumentCriteria, CriteriaBindings, searchArguments } from "./argument_criteria.ts";
import { RepositoryDataFetcher } from "./repository_data_fetcher.ts";
import type { ArgumentQuery, RepositoryFetcherState, SearchableRepository } from "./repository_fetchers.ts";

/** The additional steps of a {@linkcode PredicateDataFetcher}. */
export interface PredicateState<T> extends RepositoryFetcherState<T> {
  /** Sets how properties are compared; by default by equality, or by membership for lists. */
  readonly customize?: (bindings: CriteriaBindings) => void;
}

/**
 * Data fetchers that search a repository by criteria made of the field's arguments: each argument that names a property
 * must be equal to it, a list must hold it, the fields of input objects are paths.
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import { openDatabase, Sort, where } from "@espalier/espalier/data";
 * import { PredicateDataFetcher } from "@espalier/espalier/graphql";
 *
 * class Book {
 *   constructor(readonly id: string, readonly title: string) {}
 * }
 * describeType(Book, { id: t.id, title: t.string }, { id: "id" });
 *
 * await using database = await openDatabase("memory:");
 * const books = PredicateDataFetcher.builder(database.repository<Book, string>(Book))
 *   .sortBy(Sort.by("title"))
 *   .customizer((bindings) => bindings.bind("title", (path, text) => where(path).containing(String(text))))
 *   .many();
 * console.log(books.description); // "PredicateDataFetcher<Book> many"
 * ```
 */
export class PredicateDataFetcher<T> extends RepositoryDataFetcher<T, PredicateState<T>> {
  /** The name of the builder, for messages. */
  protected readonly kind = "PredicateDataFetcher";

  /**
   * Begins with the repository.
   *
   * @param repository the repository to search
   */
  static builder<T>(repository: SearchableRepository<T>): PredicateDataFetcher<T> {
    return new PredicateDataFetcher({ repository });
  }

  /** Sets how properties are compared. */
  customizer(customize: (bindings: CriteriaBindings) => void): this {
    return this.withState({ ...this.state, customize });
  }

  /** Creates a builder with other settings. */
  protected withState(state: PredicateState<T>): this {
    return new PredicateDataFetcher(state) as this;
  }

  /** Turns arguments into criteria. */
  protected argumentQuery(): ArgumentQuery<T> {
    const bindings = new CriteriaBindings();
    this.state.customize?.(bindings);
    const { entityType } = this.state.repository;
    return (args) => argumentCriteria(entityType, searchArguments(entityType, args), bindings);
  }
}
