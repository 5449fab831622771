import { assert, assertEquals } from "@std/assert";
import { seedAuthors } from "../../examples/bookstore/seed/authors.ts";
import { seedBooks } from "../../examples/bookstore/seed/books.ts";

const authorsById = new Map(seedAuthors.map((author) => [author.id, author]));

// [gutenberg, title, author, born, died, published, language]
const wellKnown = [
  [1342, "Pride and Prejudice", "Jane Austen", 1775, 1817, 1813, "en"],
  [11, "Alice's Adventures in Wonderland", "Lewis Carroll", 1832, 1898, 1865, "en"],
  [84, "Frankenstein", "Mary Shelley", 1797, 1851, 1818, "en"],
  [2701, "Moby Dick; or, The Whale", "Herman Melville", 1819, 1891, 1851, "en"],
  [345, "Dracula", "Bram Stoker", 1847, 1912, 1897, "en"],
  [1661, "The Adventures of Sherlock Holmes", "Arthur Conan Doyle", 1859, 1930, 1892, "en"],
  [98, "A Tale of Two Cities", "Charles Dickens", 1812, 1870, 1859, "en"],
  [2554, "Crime and Punishment", "Fyodor Dostoyevsky", 1821, 1881, 1866, "en"],
  [2000, "Don Quijote", "Miguel de Cervantes", 1547, 1616, 1605, "es"],
  [64317, "The Great Gatsby", "F. Scott Fitzgerald", 1896, 1940, 1925, "en"],
] as const;

/** Every value that occurs a second time. */
function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

Deno.test("the bookstore's seed holds at least 210 books, each once", () => {
  assert(seedBooks.length >= 210, `${seedBooks.length} books`);
  assertEquals(repeated(seedBooks.map((book) => book.id)), []);
  assertEquals(repeated(seedBooks.map((book) => book.gutenberg)), []);
  assertEquals(seedBooks.filter((book) => book.id !== `pg${book.gutenberg}`), []);
  assertEquals(repeated(seedBooks.map((book) => `${book.title} ${book.authorId} ${book.language}`)), []);
});

Deno.test("the bookstore's seed names each author once, and only authors with a book", () => {
  assertEquals(repeated(seedAuthors.map((author) => author.id)), []);
  assertEquals(repeated(seedAuthors.map((author) => author.name)), []);
  assertEquals(seedBooks.filter((book) => !authorsById.has(book.authorId)), []);
  const written = new Set(seedBooks.map((book) => book.authorId));
  assertEquals(seedAuthors.filter((author) => !written.has(author.id)), []);
});

Deno.test("the bookstore's seed has one to three subjects and a language code for every book", () => {
  assertEquals(seedBooks.filter(({ subjects }) => subjects.length < 1 || subjects.length > 3), []);
  assertEquals(seedBooks.filter(({ subjects }) => repeated(subjects).length > 0 || subjects.includes("")), []);
  assertEquals(seedBooks.filter(({ language }) => !/^[a-z]{2}$/.test(language)), []);
});

Deno.test("the bookstore's seed dates every book within its author's life or shortly after", () => {
  const longestPosthumous = 40;
  const implausible = seedBooks.filter(({ authorId, published }) => {
    const author = authorsById.get(authorId);
    const born = author?.born ?? 0;
    const died = author?.died ?? published;
    return published < born + 15 || published > died + longestPosthumous || published > 1934;
  });
  assertEquals(implausible, []);
  assertEquals(seedAuthors.filter(({ born, died }) => born !== null && died !== null && died - born < 20), []);
});

for (const [gutenberg, title, name, born, died, published, language] of wellKnown) {
  Deno.test(`the bookstore's seed knows the facts of ${title}`, () => {
    const book = seedBooks.find((candidate) => candidate.gutenberg === gutenberg);
    const author = authorsById.get(book?.authorId ?? "");
    assertEquals(
      [book?.title, author?.name, author?.born, author?.died, book?.published, book?.language],
      [title, name, born, died, published, language],
    );
  });
}
