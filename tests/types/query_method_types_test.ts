import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  type Database,
  type DerivedArguments,
  type Page,
  PageRequest,
  repository,
  ScrollPosition,
  Sort,
  type Window,
} from "@espalier/espalier/data";

class Author {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Author, { id: t.id, name: t.string }, { id: "id" });

class Book {
  constructor(
    readonly id: string,
    readonly title: string,
    readonly author: Author | null,
    readonly published: number,
    readonly subjects: readonly string[],
    readonly inPrint: boolean,
  ) {}
}
describeType(Book, {
  id: t.id,
  title: t.string,
  author: t.nullable(t.object(() => Author)),
  published: t.int,
  subjects: t.list(t.string),
  inPrint: t.boolean,
}, { id: "id" });

class Books extends repository(Book, {
  findByTitle: "one",
  findByTitleContainingIgnoreCaseAndPublishedBetween: "list",
  findByAuthorNameOrderByPublishedDesc: "page",
  findByPublishedIn: "list",
  findBySubjectsContaining: "list",
  findByInPrintTrueAndAuthorIsNull: "window",
  countByPublishedLessThan: "number",
  existsByTitleStartingWith: { returns: "boolean", parameters: ["prefix"] },
}) {}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

/** Compiles only if both are the same type. */
function same<A, B>(_isSame: Same<A, B>): void {}

// Never called: what the compiler says of it is the test.
async function calls(database: Database): Promise<void> {
  const books = new Books(database);
  const found: Book | null = await books.findByTitle("a");
  const page: Page<Book> = await books.findByAuthorNameOrderByPublishedDesc("a", PageRequest.of(0, 1));
  const window: Window<Book> = await books.findByInPrintTrueAndAuthorIsNull(ScrollPosition.keyset(), Sort.by("id"));
  const count: number = await books.countByPublishedLessThan(1900);
  const exists: boolean = await books.existsByTitleStartingWith("a");
  const byId: Book | null = await books.findById("1");
  await books.findByTitleContainingIgnoreCaseAndPublishedBetween("a", 1, 2, Sort.by("id"));
  await books.findByPublishedIn(new Set([1]));
  await books.findBySubjectsContaining("a");
  await books.findByTitle(null);
  // @ts-expect-error the title is a string
  await books.findByTitle(1);
  // @ts-expect-error a range has two ends
  await books.findByTitleContainingIgnoreCaseAndPublishedBetween("a", 1);
  // @ts-expect-error a page needs a pageable
  await books.findByAuthorNameOrderByPublishedDesc("a");
  // @ts-expect-error the elements are strings
  await books.findBySubjectsContaining(1);
  // @ts-expect-error nothing is compared with null
  await books.countByPublishedLessThan(null);
  // @ts-expect-error there is no such method
  await books.findByTitel("a");
  // @ts-expect-error ids are strings
  await books.findById(1);
  void [found, page, window, count, exists, byId];
}

interface Word {
  readonly text: string;
}

interface Shelf {
  readonly id: string;
  readonly books: readonly Book[];
  readonly words: readonly Word[];
  readonly subjects: readonly string[];
  readonly days: readonly Date[];
  readonly any: readonly unknown[];
}

Deno.test("C4.1 the compiler takes one of a list of entities, and lists of values as a whole", () => {
  same<DerivedArguments<Shelf, "findByBooks">, [value: Book]>(true);
  same<DerivedArguments<Shelf, "findByBooksIn">, [values: Iterable<Book>]>(true);
  same<DerivedArguments<Shelf, "findByBooksContaining">, [value: Book]>(true);
  same<DerivedArguments<Shelf, "findBySubjects">, [value: readonly string[] | null]>(true);
  same<DerivedArguments<Shelf, "findBySubjectsIn">, [values: Iterable<readonly string[]>]>(true);
  same<DerivedArguments<Shelf, "findBySubjectsContaining">, [value: string]>(true);
  same<DerivedArguments<Shelf, "findByDays">, [value: readonly Date[] | null]>(true);
  same<DerivedArguments<Shelf, "findByAny">, [value: readonly unknown[] | null]>(true);
  // Only the description says whether words are entities.
  same<DerivedArguments<Shelf, "findByWords">, [value: readonly Word[] | Word | null]>(true);
});

Deno.test("C4.1 the compiler reads the arguments off the names of query methods", () => {
  same<DerivedArguments<Book, "findByTitle">, [value: string | null]>(true);
  same<DerivedArguments<Book, "findByPublishedBetween">, [from: number, to: number]>(true);
  same<DerivedArguments<Book, "findTop3ByAuthorNameContaining">, [value: string]>(true);
  same<DerivedArguments<Book, "findByInPrintTrueOrTitleIsNullAndPublished">, [value: number | null]>(true);
  same<DerivedArguments<Book, "findAllByOrderByTitleDesc">, []>(true);
  same<DerivedArguments<Book, "findByNothingKnown">, readonly unknown[]>(true);
  assertEquals(typeof calls, "function");
});
