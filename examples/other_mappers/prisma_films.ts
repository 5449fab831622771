import type { Criteria } from "@espalier/espalier/data";
import { Film } from "./film.ts";
import { type Search, SearchingRepository } from "./searching_repository.ts";

/** Prisma's condition for one field. */
export interface FieldFilter {
  readonly equals?: unknown;
  readonly not?: unknown;
  readonly in?: readonly unknown[];
  readonly notIn?: readonly unknown[];
  readonly lt?: unknown;
  readonly lte?: unknown;
  readonly gt?: unknown;
  readonly gte?: unknown;
  readonly contains?: string;
  readonly startsWith?: string;
  readonly endsWith?: string;
}

/** A condition of Prisma. */
export interface FilmWhere {
  readonly AND?: readonly FilmWhere[];
  readonly OR?: readonly FilmWhere[];
  readonly NOT?: FilmWhere;
  readonly id?: FieldFilter;
  readonly title?: FieldFilter;
  readonly year?: FieldFilter;
}

/** One key of Prisma's `orderBy`. */
export type FilmOrder = { readonly [K in "id" | "title" | "year"]?: "asc" | "desc" };

/** A row that Prisma returns. */
export interface FilmRow {
  readonly id: number;
  readonly title: string;
  readonly year: number | null;
}

/** The methods of `prisma.film` that this repository needs: pass `new PrismaClient().film`. */
export interface FilmDelegate {
  findMany(query: {
    readonly where: FilmWhere;
    readonly orderBy: FilmOrder[];
    readonly skip: number;
    readonly take?: number;
  }): Promise<FilmRow[]>;
  count(query: { readonly where: FilmWhere }): Promise<number>;
}

/** Reads films with Prisma. */
export class PrismaFilms extends SearchingRepository<Film> {
  readonly entityType = Film;
  readonly #films: FilmDelegate;

  constructor(films: FilmDelegate) {
    super();
    this.#films = films;
  }

  protected byId(id: unknown): Criteria {
    return { kind: "comparison", path: "id", operator: "=", value: id };
  }

  protected async find({ criteria, sort, offset, limit }: Search): Promise<Film[]> {
    const orderBy = sort.orders.map(({ property, isAscending }): FilmOrder => ({
      [fieldOf(property)]: isAscending ? "asc" : "desc",
    }));
    const rows = await this.#films.findMany({
      where: whereOf(criteria),
      orderBy: [...orderBy, { id: "asc" }],
      skip: offset,
      ...(limit === undefined ? {} : { take: limit }),
    });
    return rows.map(({ id, title, year }) => new Film({ id, title, year }));
  }

  protected countMatches(criteria: Criteria): Promise<number> {
    return this.#films.count({ where: whereOf(criteria) });
  }
}

function fieldOf(path: string): "id" | "title" | "year" {
  if (path === "id" || path === "title" || path === "year") return path;
  throw new TypeError(`Cannot search by "${path}" as films have no such property`);
}

const comparisons = { "=": "equals", "<>": "not", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" } as const;
const matches = { containing: "contains", starting: "startsWith", ending: "endsWith" } as const;

/** Converts criteria to a condition of Prisma. */
function whereOf(criteria: Criteria): FilmWhere {
  switch (criteria.kind) {
    case "and":
      return { AND: criteria.operands.map(whereOf) };
    case "or":
      return { OR: criteria.operands.map(whereOf) };
    case "not":
      return { NOT: whereOf(criteria.operand) };
    case "null":
      return { [fieldOf(criteria.path)]: criteria.negated ? { not: null } : { equals: null } };
    case "in":
      return { [fieldOf(criteria.path)]: { [criteria.negated ? "notIn" : "in"]: criteria.values } };
    case "comparison":
      return { [fieldOf(criteria.path)]: { [comparisons[criteria.operator]]: criteria.value } };
    case "text": {
      const { match, path, text, negated = false } = criteria;
      if (match === "like" || match === "regex") break;
      const condition = { [fieldOf(path)]: { [matches[match]]: text } };
      return negated ? { NOT: condition } : condition;
    }
  }
  throw new TypeError(`Cannot search the films as their criteria must be simpler: current value is "${criteria.kind}"`);
}
