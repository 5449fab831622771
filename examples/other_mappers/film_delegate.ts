import type { FieldFilter, FilmDelegate, FilmRow, FilmWhere } from "./prisma_films.ts";

/** A client with the API that `prisma generate` creates, over rows in memory: Prisma itself needs a database and a download. */
export function filmDelegate(rows: readonly FilmRow[]): FilmDelegate {
  const matching = (where: FilmWhere) => rows.filter((row) => matches(row, where));
  return {
    findMany: ({ where, orderBy, skip, take }) => {
      const sorted = matching(where).toSorted((a, b) => {
        for (const order of orderBy) {
          for (const [field, direction] of Object.entries(order)) {
            const difference = compare(a[field as keyof FilmRow], b[field as keyof FilmRow]);
            if (difference !== 0) return direction === "asc" ? difference : -difference;
          }
        }
        return 0;
      });
      return Promise.resolve(sorted.slice(skip, take === undefined ? undefined : skip + take));
    },
    count: ({ where }) => Promise.resolve(matching(where).length),
  };
}

function matches(row: FilmRow, { AND = [], OR, NOT, ...fields }: FilmWhere): boolean {
  return AND.every((where) => matches(row, where)) && (OR?.some((where) => matches(row, where)) ?? true) &&
    (NOT === undefined || !matches(row, NOT)) &&
    Object.entries(fields).every(([field, filter]) => fits(row[field as keyof FilmRow], filter));
}

type Value = FilmRow[keyof FilmRow];

const tests: { readonly [K in keyof Required<FieldFilter>]: (value: Value, operand: never) => boolean } = {
  equals: (value, operand) => value === operand,
  not: (value, operand) => value !== operand,
  in: (value, operand: readonly unknown[]) => operand.includes(value),
  notIn: (value, operand: readonly unknown[]) => !operand.includes(value),
  lt: (value, operand: string | number) => value !== null && value < operand,
  lte: (value, operand: string | number) => value !== null && value <= operand,
  gt: (value, operand: string | number) => value !== null && value > operand,
  gte: (value, operand: string | number) => value !== null && value >= operand,
  contains: (value, operand: string) => String(value).includes(operand),
  startsWith: (value, operand: string) => String(value).startsWith(operand),
  endsWith: (value, operand: string) => String(value).endsWith(operand),
};

function fits(value: Value, filter: FieldFilter): boolean {
  return Object.entries(filter).every(([operator, operand]) =>
    tests[operator as keyof FieldFilter](value, operand as never)
  );
}

function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : a > b ? 1 : 0;
}
