import type { ScrollPosition, Sort } from "../../data/vocabulary.ts";
import type { CursorStrategy } from "../pagination/mod.ts";
import type { SelfDescribingDataFetcher } from "../wiring/mod.ts";
import type { Projection } from "./projection.ts";
import {
  type ArgumentQuery,
  type IdSearch,
  RepositoryFetchers,
  type RepositoryFetcherState,
} from "./repository_fetchers.ts";

/**
 * The base of the repository integrations: how entities are read. Each step returns a new builder; the previous one is
 * not changed.
 */
export abstract class RepositoryDataFetcher<T, S extends RepositoryFetcherState<T>> {
  /** The current settings. */
  protected readonly state: S;

  /**
   * Creates the fetcher.
   *
   * @param state the current settings
   */
  protected constructor(state: S) {
    this.state = state;
  }

  /** Names the integration in descriptions. */
  protected abstract readonly kind: string;

  /** Creates a builder of the same kind. */
  protected abstract withState(state: S): this;

  /** Creates the query for the arguments of a field. */
  protected abstract argumentQuery(): ArgumentQuery<T>;

  /** Returns something else than entities. */
  projectAs<P>(projection: Projection<T, P>): this {
    return this.#with({ projection });
  }

  /** Sorts the matches. */
  sortBy(sort: Sort): this {
    return this.#with({ sort });
  }

  /** Says how cursors are read; they are written by the connection's adapter. */
  cursorStrategy(cursors: CursorStrategy<ScrollPosition>): this {
    return this.#with({ cursors });
  }

  /**
   * Sets the page of a connection that is read if the client does not specify one.
   *
   * @param count how many items
   * @param position where to begin, for example `keysetStart`
   */
  defaultScrollSubrange(count: number, position: (forward: boolean) => ScrollPosition): this {
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

  /**
   * Fetches a window of matches, for a connection.
   *
   * @param cursors how cursors are read unless `cursorStrategy` says it; by default as an application reads them that
   * rebinds nothing: as scroll positions in Base64
   */
  scrollable(cursors?: CursorStrategy<ScrollPosition>): SelfDescribingDataFetcher<Promise<unknown>> {
    return this.#fetchers.scrollable(cursors);
  }

  /** Finds entities by their ids, for federation. */
  byIds(): IdSearch {
    return this.#fetchers.byIds();
  }

  get #fetchers(): RepositoryFetchers<T> {
    return new RepositoryFetchers(this.kind, this.state, this.argumentQuery());
  }

  #with(change: Partial<RepositoryFetcherState<T>>): this {
    return this.withState({ ...this.state, ...change });
  }
}
