import type { Sort } from "./sort.ts";

/** A condition of a query that is sent again and again. */
export interface ExpectedCondition {
  /** The property path. */
  readonly path: string;
  /** How values are found: by equality, in a range, by how texts start, or in a way that no index serves. */
  readonly kind: "equal" | "range" | "start" | "other";
  /** Whether the case of letters does not count. */
  readonly ignoreCase?: boolean;
}

/** A query that is known before it runs, so that the startup check reports a missing index. */
export interface ExpectedQuery {
  /** The source of the query in messages: `findByTitle`. */
  readonly origin: string;
  /** The conditions: any of the lists, all of each; none where all rows match. */
  readonly alternatives: readonly (readonly ExpectedCondition[])[];
  /** The sort. */
  readonly sort?: Sort;
  /** Whether no more than a part of the result is read. */
  readonly isLimited: boolean;
  /**
   * Whether it is one of many queries that clients can choose. The check then reports only an index that begins with the
   * keys of the query but is too short, as it was probably created for such queries.
   */
  readonly isChosen?: boolean;
}

/**
 * States that a repository gets such queries, so that the start tells where no index serves them (`data.indexCheck`).
 * Query methods that are derived from names, filters and sorts of exported collections and sorts of GraphQL connections are known
 * without it. Repositories of other packages are left alone.
 *
 * @param repository the repository
 * @param query what is asked, and what asks it
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import { Database, EntityRepository, expectQuery, Sort, where } from "@espalier/espalier/data";
 *
 * class Film {
 *   constructor(readonly id: string, readonly title: string, readonly year: number) {}
 * }
 * describeType(Film, { id: t.id, title: t.string, year: t.int }, { id: "id" });
 *
 * class Films extends EntityRepository<Film, string> {
 *   constructor(database: Database) {
 *     super(database, Film);
 *     expectQuery(this, {
 *       origin: "Films.since",
 *       alternatives: [[{ path: "year", kind: "range" }]],
 *       sort: Sort.by("year"),
 *       isLimited: true,
 *     });
 *   }
 *
 *   since(year: number): Promise<Film[]> {
 *     return this.findBy(where("year").atLeast(year), { sort: Sort.by("year") });
 *   }
 * }
 * ```
 */
export function expectQuery(repository: object, query: ExpectedQuery): void {
  const { database, entityType } = repository as {
    readonly database?: { readonly store?: (type: unknown) => { readonly expected?: Map<string, ExpectedQuery> } };
    readonly entityType?: unknown;
  };
  if (typeof database?.store !== "function") return;
  database.store(entityType).expected?.set(query.origin, query);
}
