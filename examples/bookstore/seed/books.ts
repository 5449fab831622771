import { books1800To1849 } from "./books_1800_to_1849.ts";
import { books1850To1879 } from "./books_1850_to_1879.ts";
import { books1880To1899 } from "./books_1880_to_1899.ts";
import { booksBefore1800 } from "./books_before_1800.ts";
import { booksSince1900 } from "./books_since_1900.ts";
import { numberOf, rowsOf } from "./table.ts";

/** A book as Project Gutenberg holds it; every one is in the public domain in the United States. */
export interface SeedBook {
  /** "pg" and the Gutenberg number. */
  readonly id: string;
  /** The ebook number: gutenberg.org/ebooks/<number>. */
  readonly gutenberg: number;
  readonly title: string;
  readonly authorId: string;
  /** The year usually given for the work's first publication in its original language. */
  readonly published: number;
  /** The language of the edition, as an ISO 639-1 code: a translation's is that of the translation. */
  readonly language: string;
  readonly subjects: readonly string[];
}

function bookOf(
  [gutenberg = "", title = "", authorId = "", year = "", language = "", subjects = ""]: readonly string[],
): SeedBook {
  return {
    id: `pg${gutenberg}`,
    gutenberg: numberOf(gutenberg),
    title,
    authorId,
    published: numberOf(year),
    language,
    subjects: subjects.split(",").map((subject) => subject.trim()),
  };
}

/** Every book of the seed, by year of first publication. */
export const seedBooks: readonly SeedBook[] = [
  booksBefore1800,
  books1800To1849,
  books1850To1879,
  books1880To1899,
  booksSince1900,
].flatMap((table) => rowsOf(table, 6).map(bookOf));
