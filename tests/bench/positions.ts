/**
 * What a page costs by its position and its sort: `deno task bench:positions [rows]`, on SQLite and, where there is a
 * server, PostgreSQL. A page by keys has to cost the same at the end of a collection as at its start.
 *
 * Prints a row for each store and sort: the median time of page 1 in milliseconds, and how many times as long pages in
 * the middle and at the end take. Pages of all positions are read in turn, so that what else the machine does meets all
 * of them.
 */
import { describeType, t } from "@espalier/espalier";
import { type Database, Limit, openDatabase, Order, ScrollPosition, Sort } from "@espalier/espalier/data";
import { hasPostgres, openPostgresSchema } from "../data/stores.ts";

const total = Number(Deno.args[0] ?? 200_000);
const pageSize = 20;
const rounds = 200;

class Book {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly stars: number;

  constructor(id: string, title: string, subtitle: string | null, stars: number) {
    this.id = id;
    this.title = title;
    this.subtitle = subtitle;
    this.stars = stars;
  }
}
describeType(Book, { id: t.id, title: t.string, subtitle: t.nullable(t.string), stars: t.int }, {
  id: "id",
  indexes: [
    ["title", "id"],
    ["subtitle", "id"],
    ["stars", "title", "id"],
    [{ path: "title", ignoreCase: true }, "id"],
    [{ path: "subtitle", ignoreCase: true }, "id"],
  ],
});

const sorts: Readonly<Record<string, Sort>> = {
  "title": Sort.by("title"),
  "title descending": Sort.by(Order.desc("title")),
  "title ignoring case": Sort.by(Order.by("title").withIgnoreCase()),
  "title descending ignoring case": Sort.by(Order.desc("title").withIgnoreCase()),
  "subtitle, nullable": Sort.by("subtitle"),
  "subtitle descending": Sort.by(Order.desc("subtitle")),
  "subtitle, nulls first": Sort.by(Order.by("subtitle").nullsFirst()),
  "subtitle descending, nulls last": Sort.by(Order.desc("subtitle").nullsLast()),
  "subtitle ignoring case": Sort.by(Order.by("subtitle").withIgnoreCase()),
  "stars, title": Sort.by("stars", "title"),
  "stars descending, title descending": Sort.by(Order.desc("stars"), Order.desc("title")),
};

async function fill(database: Database): Promise<void> {
  await database.createTables(Book);
  const books = database.repository<Book, string>(Book);
  const titleOf = (i: number) => `${i % 2 === 0 ? "Title" : "title"} ${(i * 7919) % total}`;
  for (let start = 0; start < total; start += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, total - start) }, (_, k) => {
      const i = start + k;
      return new Book(`b${i}`, titleOf(i), i % 4 === 0 ? null : `Sub ${(i * 104_729) % total}`, 1 + i % 5);
    });
    await books.saveAll(rows);
  }
  await database.execute("analyze");
}

/** The position that so many rows come before. */
async function positionBehind(database: Database, sort: Sort, rows: number): Promise<ScrollPosition> {
  const window = await database.repository<Book, string>(Book).scroll(ScrollPosition.offset(rows - 2), {
    sort,
    limit: Limit.of(1),
  });
  const { id, title, subtitle, stars } = window.content[0]!;
  return ScrollPosition.forward({ id, title, subtitle, stars });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function compare(store: string, database: Database): Promise<void> {
  await fill(database);
  const books = database.repository<Book, string>(Book);
  for (const [name, sort] of Object.entries(sorts)) {
    const parts = [0.25, 0.5, 0.75, 0.95];
    const behind = await Promise.all(parts.map((part) => positionBehind(database, sort, Math.floor(total * part))));
    const positions = [ScrollPosition.keyset(), ...behind];
    const times = positions.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [i, position] of positions.entries()) {
        const start = performance.now();
        const { size } = await books.scroll(position, { sort, limit: Limit.of(pageSize) });
        times[i]!.push(performance.now() - start);
        if (size !== pageSize) throw new Error(`Expected a page of ${pageSize} books: got ${size}`);
      }
    }
    const [first, ...others] = times.map(median) as [number, ...number[]];
    const ratios = others.map((time) => (time / first).toFixed(2).padStart(7)).join("");
    console.log(`${store.padEnd(11)} ${name.padEnd(36)} ${first.toFixed(3).padStart(8)} ms ${ratios}`);
  }
}

const heads = ["25 %", "50 %", "75 %", "95 %"].map((head) => head.padStart(7)).join("");
console.log(`${"".padEnd(11)} ${`${total} rows, pages of ${pageSize}`.padEnd(36)} ${"page 1".padStart(11)} ${heads}`);
{
  await using database = await openDatabase("sqlite::memory:");
  await compare("SQLite", database);
}
if (hasPostgres) {
  await using database = await openPostgresSchema();
  await compare("PostgreSQL", database);
} else console.log("PostgreSQL is left out as no server listens on 127.0.0.1:5432");
