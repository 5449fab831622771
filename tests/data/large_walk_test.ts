import { assertEquals } from "@std/assert";
import { type Database, Limit, Order, ScrollPosition, Sort } from "@espalier/espalier/data";
import { times } from "../long.ts";
import { Author, Book } from "./bookshelf.ts";
import { stores } from "./stores.ts";

const total = times(4_000, 100_000);
const pageSize = times(40, 200);

// Few titles, so that most books are alike in the leading sort column.
const bookOf = (number: number) =>
  new Book(`b${String(number).padStart(7, "0")}`, { title: `Title ${(number * 7919) % 997}`, published: number % 300 });

async function walk(database: Database, meanwhile: (page: number) => Promise<void>): Promise<string[]> {
  const books = database.repository<Book, string>(Book);
  const options = { sort: Sort.by("title", Order.desc("published")), limit: Limit.of(pageSize), select: ["title"] };
  const visited: string[] = [];
  let position: ScrollPosition = ScrollPosition.keyset();
  for (let page = 0;; page++) {
    const window = await books.scroll(position, options);
    visited.push(...window.content.map(({ id }) => id));
    if (!window.hasNext) return visited;
    position = window.positionAt(window.size - 1);
    await meanwhile(page);
  }
}

for (const store of stores) {
  Deno.test({
    name: `A4.3 a walk by keys visits each of many books once while rows come and go [${store.name}]`,
    ignore: store.ignore || (store.name === "memory" && total > 10_000),
    fn: async () => {
      await using database = await store.open();
      await database.createTables(Author, Book);
      const books = database.repository<Book, string>(Book);
      await books.saveAll(Array.from({ length: total }, (_, i) => bookOf(i)));
      const removed = new Set<string>();
      const added = new Set<string>();
      const visited = await walk(database, async (page) => {
        const fresh = Array.from({ length: 3 }, (_, i) => bookOf(total + page * 3 + i));
        fresh.forEach(({ id }) => added.add(id));
        await books.saveAll(fresh);
        const doomed = [bookOf((page * 7) % total).id, bookOf((page * 131) % total).id];
        doomed.forEach((id) => removed.add(id));
        await books.deleteAllById(doomed);
      });
      assertEquals(new Set(visited).size, visited.length, "a book was visited twice");
      const seen = new Set(visited);
      const missed = Array.from({ length: total }, (_, i) => bookOf(i).id).filter((id) =>
        !seen.has(id) && !removed.has(id)
      );
      assertEquals(missed, []);
      assertEquals(visited.filter((id) => Number(id.slice(1)) >= total && !added.has(id)), []);
    },
  });
}
