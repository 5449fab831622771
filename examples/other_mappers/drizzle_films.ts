import {
  and,
  asc,
  type Column,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import { DatabaseSync } from "node:sqlite";
import type { Criteria, Order } from "@espalier/espalier/data";
import { Film } from "./film.ts";
import { type Search, SearchingRepository } from "./searching_repository.ts";

/** The table in Drizzle's schema. */
export const films = sqliteTable("films", {
  id: integer("id").primaryKey(),
  title: text("title").notNull(),
  year: integer("year"),
});

/** Drizzle over the SQLite that is built into Deno. */
export function openDrizzle(file: string): SqliteRemoteDatabase {
  const database = new DatabaseSync(file);
  return drizzle((text, parameters, method) => {
    const statement = database.prepare(text);
    if (method === "run") {
      statement.run(...parameters);
      return Promise.resolve({ rows: [] });
    }
    // Drizzle expects rows as lists of values, in the order of its columns.
    const rows = statement.all(...parameters).map((row) => Object.values(row));
    return Promise.resolve({ rows: method === "get" ? rows[0] ?? [] : rows });
  });
}

/** Reads films with Drizzle. */
export class DrizzleFilms extends SearchingRepository<Film> {
  readonly entityType = Film;
  readonly #database: SqliteRemoteDatabase;

  constructor(database: SqliteRemoteDatabase) {
    super();
    this.#database = database;
  }

  protected byId(id: unknown): Criteria {
    return { kind: "comparison", path: "id", operator: "=", value: id };
  }

  protected async find({ criteria, sort, offset, limit = -1 }: Search): Promise<Film[]> {
    const rows = await this.#database.select().from(films).where(conditionOf(criteria))
      .orderBy(...sort.orders.map(orderOf), asc(films.id)).limit(limit).offset(offset);
    return rows.map(({ id, title, year }) => new Film({ id, title, year }));
  }

  protected countMatches(criteria: Criteria): Promise<number> {
    return this.#database.$count(films, conditionOf(criteria)).then(Number);
  }
}

function columnOf(path: string): Column {
  if (path === "id" || path === "title" || path === "year") return films[path];
  throw new TypeError(`Cannot search by "${path}" as films have no such property`);
}

function orderOf({ property, isAscending, ignoreCase }: Order): SQL {
  const column = columnOf(property);
  const key = ignoreCase ? sql`lower(${column})` : column;
  return isAscending ? sql`${key} asc nulls last` : desc(key);
}

const comparisons = { "<": lt, "<=": lte, ">": gt, ">=": gte };

/** Converts criteria to a condition of Drizzle. */
function conditionOf(criteria: Criteria): SQL | undefined {
  switch (criteria.kind) {
    case "and":
      return and(...criteria.operands.map(conditionOf));
    case "or":
      return criteria.operands.length === 0 ? sql`1 = 0` : or(...criteria.operands.map(conditionOf));
    case "not":
      return not(conditionOf(criteria.operand) ?? sql`1 = 1`);
    case "null":
      return criteria.negated ? isNotNull(columnOf(criteria.path)) : isNull(columnOf(criteria.path));
    case "in": {
      const condition = inArray(columnOf(criteria.path), [...criteria.values]);
      return criteria.negated ? not(condition) : condition;
    }
    case "comparison": {
      const { path, operator, value } = criteria;
      const column = columnOf(path);
      if (operator === "=") return value === null ? isNull(column) : eq(column, value);
      if (operator === "<>") return value === null ? isNotNull(column) : ne(column, value);
      return comparisons[operator](column, value);
    }
    case "text":
      if (criteria.match === "containing") return like(columnOf(criteria.path), `%${criteria.text}%`);
  }
  throw new TypeError(`Cannot search the films as their criteria must be simpler: current value is "${criteria.kind}"`);
}
