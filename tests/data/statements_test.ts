import { assertEquals } from "@std/assert";
import { openDatabase, PageRequest, pageWithTotal, Sort } from "@espalier/espalier/data";
import { Author, Book, Shelf } from "./bookshelf.ts";

Deno.test("C1.1 the total is counted only where the page does not tell it", async () => {
  const statements: string[] = [];
  await using database = await openDatabase("sqlite::memory:", { onStatement: (text) => void statements.push(text) });
  await database.createTables(Author);
  const authors = database.repository<Author, string>(Author);
  await authors.saveAll(["1", "2", "3", "4"].map((id) => new Author(id, `Author ${id}`)));
  const counts = async (page: number, size: number) => {
    statements.length = 0;
    await authors.findAll(PageRequest.of(page, size));
    return statements.filter((text) => text.includes("count(*)")).length;
  };
  assertEquals([await counts(0, 10), await counts(1, 3), await counts(0, 4), await counts(0, 2), await counts(9, 2)], [
    0,
    0,
    1,
    1,
    1,
  ]);
});

Deno.test("C1.1 the total follows from the items where it can", async () => {
  const total = async (items: number, page: number, size: number) => {
    let asked = false;
    const count = () => (asked = true, Promise.resolve(4 + 3 * page));
    const { totalElements } = await pageWithTotal(Array.from({ length: items }), PageRequest.of(page, size), count);
    return [totalElements, asked];
  };
  assertEquals(await total(3, 0, 10), [3, false]);
  assertEquals(await total(3, 5, 10), [53, false]);
  assertEquals(await total(3, 0, 3), [4, true]);
  assertEquals(await total(3, 1, 3), [7, true]);
  assertEquals(await total(0, 1, 3), [7, true]);
});

Deno.test("C5.1 references are read with one statement per class and level", async () => {
  const statements: string[] = [];
  await using database = await openDatabase("sqlite::memory:", { onStatement: (text) => void statements.push(text) });
  await database.createTables(Author, Book, Shelf);
  const authors = await database.repository<Author, string>(Author).saveAll(
    Array.from({ length: 10 }, (_, i) => new Author(`a${i}`, `Author ${i}`)),
  );
  const books = await database.repository<Book, string>(Book).saveAll(
    Array.from({ length: 100 }, (_, i) => new Book(`b${i}`, { author: authors[i % 10]! })),
  );
  const shelves = database.repository<Shelf, number>(Shelf);
  await shelves.save(new Shelf("odd", books.filter((_, i) => i % 2 === 1)));
  await shelves.save(new Shelf("even", books.filter((_, i) => i % 2 === 0)));
  statements.length = 0;
  const all = await shelves.findAll(Sort.by("name"));
  assertEquals(all.map(({ name, books }) => [name, books.length]), [["even", 50], ["odd", 50]]);
  assertEquals(all[0]!.books[0]!.author?.name, "Author 0");
  // Shelves, what stands on them, the books, their authors.
  assertEquals(statements.length, 4);
});
