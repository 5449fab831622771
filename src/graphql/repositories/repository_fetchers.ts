import { GraphQLError } from "../../../deps.ts";
import {
  and,
  type Criteria,
  type Example,
  expectQuery,
  type FindOptions,
  Limit,
  OffsetScrollPosition,
  or,
  type PredicateExecutor,
  type QueryByExampleExecutor,
  type ScrollExecutor,
  ScrollPosition,
  type Sort,
  UnfitValueError,
  where,
  windowOf,
} from "../../data/vocabulary.ts";
import { type AnyDescriptor, type Class, descriptionOf, idNamesOf, t } from "../../kernel/mod.ts";
import { CursorEncoder, CursorStrategy, ScrollPositionCursorStrategy, scrollSubrangeOf } from "../pagination/mod.ts";
import {
  type DataFetchingEnvironment,
  ErrorType,
  type FieldArguments,
  type SelfDescribingDataFetcher,
} from "../wiring/mod.ts";
import type { Projection } from "./projection.ts";
import { type ScrollDefaults, scrollDefaults } from "./scroll_defaults.ts";
import { selectedProperties } from "./selected_properties.ts";

/** A repository that data fetchers can search. */
export type SearchableRepository<T> = QueryByExampleExecutor<T> & PredicateExecutor<T> & ScrollExecutor<T>;

/** What a builder knows. */
export interface RepositoryFetcherState<T> {
  /** The repository to search. */
  readonly repository: SearchableRepository<T>;
  /** How matches are sorted; by default as the repository gives them. */
  readonly sort?: Sort;
  /** The result type instead of entities. */
  readonly projection?: Projection<T, unknown>;
  /** How cursors are read. */
  readonly cursors?: CursorStrategy<ScrollPosition>;
  /** The page of a connection if the client does not specify one; by default 20 items from the start. */
  readonly defaults?: ScrollDefaults;
}

/** Finds entities by their ids. */
export interface IdSearch {
  /** Names the code in messages. */
  readonly description: string;
  /** The class of the entities. */
  readonly entityType: Class;
  /** Names of the properties that are the id. */
  readonly names: readonly string[];
  /**
   * Finds all in one search.
   *
   * @param ids the values of the properties, in the order of the names
   * @returns in the order of the ids; `null` where there is none
   */
  find(ids: readonly (readonly unknown[])[], signal: AbortSignal): Promise<readonly unknown[]>;
}

/** Makes the query for the arguments of a field. */
export type ArgumentQuery<T> = (args: FieldArguments) => Criteria | Example<T>;

/** Makes the data fetchers of a repository: one entity, many, or a window of them. */
export class RepositoryFetchers<T> {
  readonly #state: RepositoryFetcherState<T>;
  readonly #query: ArgumentQuery<T>;
  readonly #kind: string;

  /**
   * @param kind names the integration in descriptions
   * @param state the repository, and how it is read
   * @param query makes the query for the arguments
   */
  constructor(kind: string, state: RepositoryFetcherState<T>, query: ArgumentQuery<T>) {
    this.#kind = kind;
    this.#state = state;
    this.#query = query;
  }

  /** The first match, or null. */
  single(): SelfDescribingDataFetcher<Promise<unknown>> {
    const { repository } = this.#state;
    return this.#described("single", t.nullable(this.#type), async (environment) => {
      const options = { ...this.#options(environment), limit: Limit.of(1) };
      const [found] = await repository.findBy(this.#queryOf(environment) as Criteria, options);
      return found === undefined ? null : this.#projected(found);
    });
  }

  /** All matches. */
  many(): SelfDescribingDataFetcher<Promise<unknown>> {
    const { repository } = this.#state;
    return this.#described("many", t.list(this.#type), async (environment) => {
      const found = await repository.findBy(this.#queryOf(environment) as Criteria, this.#options(environment));
      return found.map((entity) => this.#projected(entity));
    });
  }

  /** A window of matches, as the client pages through them. */
  scrollable(byDefault: CursorStrategy<ScrollPosition> = base64()): SelfDescribingDataFetcher<Promise<unknown>> {
    const { repository, cursors = byDefault, defaults = scrollDefaults, sort } = this.#state;
    if (sort !== undefined) {
      const origin = `${this.#kind} of connections of ${repository.entityType.name}`;
      expectQuery(repository, { origin, alternatives: [], sort, isLimited: true });
    }
    const fetcher = this.#described("scrollable", windowOf(this.#type), async (environment) => {
      const { position, count = defaults.count, forward } = scrollSubrangeOf(cursors, environment.arguments);
      const query = this.#queryOf(environment);
      const start = position ?? await this.#start(query, { forward, count, position: defaults.position(forward) });
      const options = { ...this.#options(environment), limit: Limit.of(count) };
      return (await repository.scrollBy(query, start, options)).map((entity) => this.#projected(entity));
    });
    return Object.assign(fetcher, { defaultPageSize: defaults.count });
  }

  /** Finds entities by their ids. */
  byIds(): IdSearch {
    const { repository } = this.#state;
    const { entityType } = repository;
    const names = idNamesOf(descriptionOf(entityType)?.entity ?? {});
    const keyOf = (values: readonly unknown[]) => JSON.stringify(values.map(String));
    return {
      description: `${this.#kind}<${entityType.name}> by ${names.join(", ")}`,
      entityType,
      names,
      find: async (ids, signal) => {
        const distinct = new Map(ids.map((id) => [keyOf(id), id]));
        const found = await repository.findBy(matchingIds(names, [...distinct.values()]), { signal });
        const byKey = new Map(
          found.map((entity) => [keyOf(names.map((name) => (entity as Record<string, unknown>)[name])), entity]),
        );
        return ids.map((id) => {
          const entity = byKey.get(keyOf(id));
          return entity === undefined ? null : this.#projected(entity);
        });
      },
    };
  }

  get #type(): AnyDescriptor {
    const { projection, repository } = this.#state;
    if (projection !== undefined) return projection.type ?? t.unknown;
    return t.object(() => repository.entityType);
  }

  // The last items by offset: their number tells where they begin.
  async #start(
    query: Criteria | Example<T>,
    { forward, count, position }: { forward: boolean; count: number; position: ScrollPosition },
  ): Promise<ScrollPosition> {
    if (forward || !(position instanceof OffsetScrollPosition)) return position;
    const total = await this.#state.repository.countBy(query as Criteria);
    return total <= count ? position : ScrollPosition.offset(total - count - 1);
  }

  #queryOf(environment: DataFetchingEnvironment): Criteria | Example<T> {
    return this.#query(environment.arguments);
  }

  #options(environment: DataFetchingEnvironment): FindOptions {
    const { sort, projection, repository } = this.#state;
    const select = projection === undefined
      ? selectedProperties(repository.entityType, environment)
      : projection.select;
    return {
      signal: environment.signal,
      ...(sort === undefined ? {} : { sort }),
      ...(select === undefined ? {} : { select }),
    };
  }

  #projected(entity: T): unknown {
    const { projection } = this.#state;
    return projection === undefined ? entity : projection.project(entity);
  }

  #described(
    way: string,
    returnType: AnyDescriptor,
    fetch: (environment: DataFetchingEnvironment) => Promise<unknown>,
  ): SelfDescribingDataFetcher<Promise<unknown>> {
    return Object.assign((environment: DataFetchingEnvironment) => fetch(environment).catch(explainArgument), {
      description: `${this.#kind}<${this.#state.repository.entityType.name}> ${way}`,
      returnType,
      expectedArguments: new Map<string, AnyDescriptor>(),
      readsAnyArgument: true,
      searchedType: this.#state.repository.entityType,
    });
  }
}

function matchingIds(names: readonly string[], ids: readonly (readonly unknown[])[]): Criteria {
  const [name, ...others] = names;
  if (name !== undefined && others.length === 0) return where(name).in(ids.map(([id]) => id));
  return or(...ids.map((id) => and(...names.map((each, at) => where(each).is(id[at])))));
}

/** Reports a value that no entity can have as an error of the client. */
function explainArgument(error: unknown): never {
  if (!(error instanceof UnfitValueError)) throw error;
  const property = error.label.slice(error.label.indexOf(".") + 1);
  throw new GraphQLError(
    `Cannot search by "${property}" as it must be ${error.needed}: current value is ${error.shown}`,
    { originalError: error, extensions: { classification: ErrorType.BAD_REQUEST.name } },
  );
}

function base64(): CursorStrategy<ScrollPosition> {
  return CursorStrategy.withEncoder(new ScrollPositionCursorStrategy(), CursorEncoder.base64());
}
