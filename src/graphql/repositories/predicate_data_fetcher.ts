import type { Criteria, ScrollPosition, Sort } from "../../data/vocabulary.ts";
import type { CursorStrategy } from "../pagination/mod.ts";
import type { SelfDescribingDataFetcher } from "../wiring/mod.ts";
import { argumentCriteria, CriteriaBindings, searchArguments } from "./argument_criteria.ts";
import type { Projection } from "./projection.ts";
import { RepositoryFetchers, type RepositoryFetcherState, type SearchableRepository } from "./repository_fetchers.ts";

/** What a {@linkcode PredicateDataFetcher} has beside the others. */
interface PredicateState<T> extends RepositoryFetcherState<T> {
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
export class PredicateDataFetcher<T> {
  readonly #state: PredicateState<T>;

  private constructor(state: PredicateState<T>) {
    this.#state = state;
  }

  /**
   * Begins with the repository.
   *
   * @param repository what is searched
   */
  static builder<T>(repository: SearchableRepository<T>): PredicateDataFetcher<T> {
    return new PredicateDataFetcher({ repository });
  }

  /** Returns something else than entities. */
  projectAs<P>(projection: Projection<T, P>): PredicateDataFetcher<T> {
    return this.#with({ projection });
  }

  /** Sorts the matches. */
  sortBy(sort: Sort): PredicateDataFetcher<T> {
    return this.#with({ sort });
  }

  /** Says how properties are compared. */
  customizer(customize: (bindings: CriteriaBindings) => void): PredicateDataFetcher<T> {
    return this.#with({ customize });
  }

  /** Says how cursors are read; they are written by the connection's adapter. */
  cursorStrategy(cursors: CursorStrategy<ScrollPosition>): PredicateDataFetcher<T> {
    return this.#with({ cursors });
  }

  /**
   * Says how a connection is read where the client does not say it.
   *
   * @param count how many items
   * @param position where to begin, for example `keysetStart`
   */
  defaultScrollSubrange(count: number, position: (forward: boolean) => ScrollPosition): PredicateDataFetcher<T> {
    return this.#with({ defaults: { count, position } });
  }

  /** Fetches the first match, or null. */
  single(): SelfDescribingDataFetcher<Promise<unknown>> {
    return this.#fetchers.single();
  }

  /** Fetches all matches. */
  many(): SelfDescribingDataFetcher<Promise<unknown>> {
    return this.#fetchers.many();
  }

  /** Fetches a window of matches, for a connection. */
  scrollable(): SelfDescribingDataFetcher<Promise<unknown>> {
    return this.#fetchers.scrollable();
  }

  get #fetchers(): RepositoryFetchers<T> {
    const bindings = new CriteriaBindings();
    this.#state.customize?.(bindings);
    const { entityType } = this.#state.repository;
    const query = (args: Readonly<Record<string, unknown>>): Criteria =>
      argumentCriteria(entityType, searchArguments(entityType, args), bindings);
    return new RepositoryFetchers("PredicateDataFetcher", this.#state, query);
  }

  #with(change: Partial<PredicateState<T>>): PredicateDataFetcher<T> {
    return new PredicateDataFetcher({ ...this.#state, ...change });
  }
}
