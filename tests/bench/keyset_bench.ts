// The first page and page 5,000 of 100,000 books, by keys: the cost of a page must not grow with its position.

import { type Database, Limit, openDatabase, ScrollPosition, Sort } from "@espalier/espalier/data";
import { Author, Book } from "../data/bookshelf.ts";
import { hasPostgres, openPostgresSchema } from "../data/stores.ts";

const total = 100_000;
const pageSize = 20;
const options = { sort: Sort.by("title"), limit: Limit.of(pageSize) };

async function filled(database: Database): Promise<Database> {
  await database.createTables(Author, Book);
  const books = Array.from({ length: total }, (_, i) => new Book(`b${i}`, { title: `Title ${(i * 7919) % total}` }));
  await database.repository(Book).saveAll(books);
  return database;
}

async function benchmark(name: string, database: Database): Promise<void> {
  const books = database.repository<Book, string>(Book);
  const before = await books.findAll({ sort: options.sort, limit: Limit.of(total - pageSize), select: ["title"] });
  const { title, id } = before.at(-1)!;
  const positions = [ScrollPosition.keyset(), ScrollPosition.forward({ title, id })];
  for (const [index, position] of positions.entries()) {
    const page = index === 0 ? 1 : total / pageSize;
    Deno.bench({
      name: `${name}: page ${page} of 100,000 books by keys`,
      group: `keyset ${name}`,
      baseline: index === 0,
      fn: async () => {
        const window = await books.scroll(position, options);
        if (window.size !== pageSize) throw new Error(`Expected ${pageSize} books: got ${window.size}`);
      },
    });
  }
}

await benchmark("SQLite", await filled(await openDatabase("sqlite::memory:")));

if (hasPostgres) {
  const postgres = await openPostgresSchema();
  addEventListener("unload", () => void postgres.close());
  await benchmark("PostgreSQL", await filled(postgres));
}
