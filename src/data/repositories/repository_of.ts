import type { IdOf } from "./id_of.ts";
import type { Class } from "../../kernel/mod.ts";
import type { Database } from "../database.ts";
import { EntityRepository } from "./entity_repository.ts";
import type { QueryMethods } from "./query_method.ts";
import type { ReadableMethods } from "./readable_methods.ts";
import type { DerivedMethods } from "./query_method_types.ts";
import { QueryRunner } from "./query_runner.ts";

/** A class of repositories with query methods. */
export type RepositoryClass<T, M extends QueryMethods> = new (
  database: Database,
) => EntityRepository<T, IdOf<T>> & DerivedMethods<T, M>;

const noMethods: QueryMethods = {};

/**
 * Creates a repository class whose query methods are derived from their names. Extend it to give it a name and custom
 * methods.
 *
 * The compiler reads the names: what names no property of the class does not compile. They are read again when the
 * repository is made, with the class's description: a name that can't be read fails the start, naming the method and
 * the part.
 *
 * @param entityType the class, described with an id
 * @param methods the kind of result of each query method; none by default: `class Books extends repository(Book) {}`
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import { openDatabase, repository } from "@espalier/espalier/data";
 *
 * class Book {
 *   constructor(readonly id: string, readonly title: string, readonly published: number) {}
 * }
 * describeType(Book, { id: t.id, title: t.string, published: t.int }, { id: "id" });
 *
 * class Books extends repository(Book, {
 *   findByTitleContainingIgnoreCaseOrderByPublishedDesc: "list",
 *   countByPublishedBetween: "number",
 * }) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book("1", "Mrs Dalloway", 1925), new Book("2", "Orlando", 1928)]);
 * console.log((await books.findByTitleContainingIgnoreCaseOrderByPublishedDesc("DALLO"))[0]?.id); // "1"
 * console.log(await books.countByPublishedBetween(1900, 1930)); // 2
 * ```
 */
export function repository<T, const M extends QueryMethods = Record<never, never>>(
  entityType: Class<T>,
  methods: M & ReadableMethods<T, M> = noMethods as M & ReadableMethods<T, M>,
): RepositoryClass<T, M> {
  const made = class extends EntityRepository<T, IdOf<T>> {
    constructor(database: Database) {
      const runners = Object.entries<QueryMethods[string]>(methods).map(([name, method]) =>
        new QueryRunner(database.store(entityType), name, method)
      );
      super(database, entityType, runners.map(({ method }) => method));
      for (const runner of runners) {
        if (runner.name in this) continue;
        Object.defineProperty(this, runner.name, { value: (...args: unknown[]) => runner.run(args) });
      }
    }
  };
  // The methods are defined by the constructor, which the class's own type does not show.
  return made as unknown as RepositoryClass<T, M>;
}
