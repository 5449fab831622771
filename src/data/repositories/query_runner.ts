import type { Criteria } from "../criteria.ts";
import { Page } from "../page.ts";
import type { Pageable } from "../pageable.ts";
import { DerivedQuery } from "../query/derived/derived_query.ts";
import type { QueryParameter } from "../query/derived/query_parameter.ts";
import { ScrollPosition } from "../scroll_position.ts";
import { Slice } from "../slice.ts";
import type { EntityQuery } from "../store/entity_query.ts";
import type { EntityStore } from "../store/entity_store.ts";
import { WindowIterator } from "../window_iterator.ts";
import { IncorrectResultSizeError } from "../incorrect_result_size_error.ts";
import { type Extras, splitArguments } from "./query_arguments.ts";
import type { QueryMethod, QueryMethodOptions, QueryResult } from "./query_method.ts";
import { readPage, readSlice } from "./read_page.ts";
import { readWindow } from "./read_window.ts";

/** Number of rows that a stream reads at a time. */
const streamWindow = 500;

const resultsByVerb: Readonly<Record<string, readonly QueryResult[]>> = {
  find: ["one", "list", "page", "slice", "window", "stream"],
  count: ["number"],
  exists: ["boolean"],
  delete: ["number", "void", "list"],
};

/** Runs one query method that is derived from its name. */
export class QueryRunner<T> {
  /** Name of the method. */
  readonly name: string;
  /** The description of the method. */
  readonly method: QueryMethod;
  readonly #store: EntityStore<T>;
  readonly #query: DerivedQuery;

  /**
   * @param store the entities' store
   * @param name name of the method
   * @param options the kind of result
   * @throws TypeError when the name can't be read, or the result does not fit it
   */
  constructor(store: EntityStore<T>, name: string, options: QueryResult | QueryMethodOptions) {
    this.#store = store;
    this.name = name;
    this.#query = DerivedQuery.of(store.models, store.model, name);
    const { returns, parameters } = typeof options === "object" ? options : { returns: options, parameters: undefined };
    const possible = resultsByVerb[this.#query.tree.verb]!;
    if (!possible.includes(returns)) {
      throw new TypeError(
        `Cannot derive a query from method "${name}" as it must return ${possible.join(" or ")}: current value is ` +
          `"${returns}"`,
      );
    }
    this.method = { name, returns, parameters: named(this.#query.parameters, name, parameters) };
    const { tree, sort, conditions } = this.#query;
    const isLimited = tree.limit !== undefined || ["page", "slice", "window", "stream"].includes(returns);
    store.expected.set(name, { origin: name, alternatives: conditions, sort, isLimited });
  }

  /** Runs the method. */
  run(args: readonly unknown[]): unknown {
    const { own, extras } = splitArguments(this.method, this.method.parameters.length, args);
    const matching = this.#query.criteria(own);
    const query = this.#entityQuery(matching, extras);
    switch (this.method.returns) {
      case "one":
        return this.#one(query);
      case "list":
        return this.#query.tree.verb === "delete" ? this.#deleteAndReturn(matching) : this.#store.find(query);
      case "page":
        return this.#page(extras.pageable!, query);
      case "slice":
        return this.#slice(extras.pageable!, query);
      case "window":
        return readWindow(this.#store, extras.position!, query);
      case "stream":
        return this.#stream(query);
      case "number":
        return this.#query.tree.verb === "delete"
          ? this.#store.deleteMatching(matching)
          : this.#store.count(matching, extras.options?.signal);
      case "boolean":
        return this.#store.exists(matching, extras.options?.signal);
      case "void":
        return this.#store.deleteMatching(matching).then(() => undefined);
    }
  }

  #entityQuery(matching: Criteria, { sort, limit, options: { select, signal } = {} }: Extras): EntityQuery<T> {
    const limits = [this.#query.tree.limit, limit?.isLimited ? Math.max(0, limit.max) : undefined]
      .filter((max) => max !== undefined);
    return {
      matching,
      sort: sort === undefined ? this.#query.sort : this.#query.sort.and(sort),
      ...(limits.length === 0 ? {} : { limit: Math.min(...limits) }),
      ...(select === undefined ? {} : { select }),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  async #one(query: EntityQuery<T>): Promise<T | null> {
    const [found, second] = await this.#store.find({ ...query, limit: query.limit ?? 2 });
    if (second !== undefined && this.#query.tree.limit === undefined) {
      throw new IncorrectResultSizeError(this.#store.model.name);
    }
    return found ?? null;
  }

  async #page(pageable: Pageable, query: EntityQuery<T>): Promise<Page<T>> {
    const sorted = pageable.withSort(this.#query.sort.and(pageable.sort));
    const max = this.#query.tree.limit;
    if (max === undefined) return await readPage(this.#store, sorted, query);
    const content = await this.#store.find({ ...query, ...cappedRange(sorted, max), sort: sorted.sort });
    const total = await this.#store.count(query.matching, query.signal);
    return new Page(content, sorted, Math.min(max, total));
  }

  async #slice(pageable: Pageable, query: EntityQuery<T>): Promise<Slice<T>> {
    const sorted = pageable.withSort(this.#query.sort.and(pageable.sort));
    const max = this.#query.tree.limit;
    if (max === undefined) return await readSlice(this.#store, sorted, query);
    const range = cappedRange(sorted, max);
    const content = await this.#store.find({ ...query, ...range, sort: sorted.sort, limit: range.limit + 1 });
    const isCut = sorted.isPaged && sorted.offset + content.length > max;
    return new Slice(content.slice(0, range.limit), sorted, content.length > range.limit && !isCut);
  }

  #stream(query: EntityQuery<T>): AsyncIterable<T> {
    if (query.limit !== undefined) return streamOf(() => this.#store.find(query));
    const read = (position: ScrollPosition) => readWindow(this.#store, position, { ...query, limit: streamWindow });
    return WindowIterator.of(read).startingAt(ScrollPosition.keyset());
  }

  async #deleteAndReturn(matching: Criteria): Promise<T[]> {
    return await this.#store.inTransaction(async () => {
      const deleted = await this.#store.find({ matching });
      for (const entity of deleted) await this.#store.writer.delete(entity);
      return deleted;
    });
  }
}

async function* streamOf<T>(read: () => Promise<T[]>): AsyncGenerator<T> {
  yield* await read();
}

// The limit of the result also bounds the page.
function cappedRange(pageable: Pageable, max: number): { offset: number; limit: number } {
  if (pageable.isUnpaged) return { offset: 0, limit: max };
  return { offset: pageable.offset, limit: Math.max(0, Math.min(pageable.pageSize, max - pageable.offset)) };
}

/** Renames parameters if the repository names them. */
function named(
  parameters: readonly QueryParameter[],
  method: string,
  names: readonly string[] = parameters.map(({ name }) => name),
): QueryParameter[] {
  if (names.length !== parameters.length) {
    throw new TypeError(
      `Cannot name the parameters of method "${method}" as there must be ${parameters.length}: current value is ` +
        names.length,
    );
  }
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated !== undefined) {
    throw new TypeError(
      `Cannot name the parameters of method "${method}" as each must have a name of its own: "${repeated}" is there twice`,
    );
  }
  return parameters.map((parameter, i) => ({ ...parameter, name: names[i]! }));
}
