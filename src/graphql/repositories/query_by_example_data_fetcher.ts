import { Example, ExampleMatcher, type ScrollPosition, type Sort } from "../../data/vocabulary.ts";
import type { CursorStrategy } from "../pagination/mod.ts";
import type { SelfDescribingDataFetcher } from "../wiring/mod.ts";
import { searchArguments } from "./argument_criteria.ts";
import type { Projection } from "./projection.ts";
import { RepositoryFetchers, type RepositoryFetcherState, type SearchableRepository } from "./repository_fetchers.ts";

/** What a {@linkcode QueryByExampleDataFetcher} has beside the others. */
interface ExampleState<T> extends RepositoryFetcherState<T> {
  readonly matcher?: ExampleMatcher;
}

/**
 * Data fetchers that search a repository by an example made of the field's arguments; what the client omits, or sends as
 * null, is ignored.
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
export class QueryByExampleDataFetcher<T> {
  readonly #state: ExampleState<T>;

  private constructor(state: ExampleState<T>) {
    this.#state = state;
  }

  /**
   * Begins with the repository.
   *
   * @param repository what is searched
   */
  static builder<T>(repository: SearchableRepository<T>): QueryByExampleDataFetcher<T> {
    return new QueryByExampleDataFetcher({ repository });
  }

  /** Returns something else than entities. */
  projectAs<P>(projection: Projection<T, P>): QueryByExampleDataFetcher<T> {
    return this.#with({ projection });
  }

  /** Sorts the matches. */
  sortBy(sort: Sort): QueryByExampleDataFetcher<T> {
    return this.#with({ sort });
  }

  /** Says how the example is compared; by default exactly. */
  matcher(matcher: ExampleMatcher): QueryByExampleDataFetcher<T> {
    return this.#with({ matcher });
  }

  /** Says how cursors are read; they are written by the connection's adapter. */
  cursorStrategy(cursors: CursorStrategy<ScrollPosition>): QueryByExampleDataFetcher<T> {
    return this.#with({ cursors });
  }

  /**
   * Says how a connection is read where the client does not say it.
   *
   * @param count how many items
   * @param position where to begin, for example `keysetStart`
   */
  defaultScrollSubrange(count: number, position: (forward: boolean) => ScrollPosition): QueryByExampleDataFetcher<T> {
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
    const { repository, matcher = ExampleMatcher.matching() } = this.#state;
    // Only described properties of the arguments are looked at, so they may serve as the probe as they are.
    const query = (args: Readonly<Record<string, unknown>>) =>
      Example.of(repository.entityType, searchArguments(repository.entityType, args) as Partial<T>, matcher);
    return new RepositoryFetchers("QueryByExampleDataFetcher", this.#state, query);
  }

  #with(change: Partial<ExampleState<T>>): QueryByExampleDataFetcher<T> {
    return new QueryByExampleDataFetcher({ ...this.#state, ...change });
  }
}
