import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  and,
  type Criteria,
  type Database,
  EntityRepository,
  type FindOptions,
  Limit,
  or,
  Order,
  type Page,
  PageRequest,
  type PredicateExecutor,
  repository,
  ScrollPosition,
  type Selected,
  Sort,
  where,
} from "@espalier/espalier/data";

class Money {
  constructor(readonly cents: number, readonly currency: "EUR" | "USD") {}
}
describeType(Money, { cents: t.int, currency: t.enum("EUR", "USD") });

class Author {
  constructor(readonly id: string, readonly name: string, readonly books: readonly Book[]) {}
}
describeType(Author, { id: t.id, name: t.string, books: t.list(t.object(() => Book)) }, { id: "id" });

class Book {
  readonly #shelf = 1;
  constructor(
    readonly id: string,
    readonly title: string,
    readonly author: Author | null,
    readonly tags: readonly string[],
    readonly price: Money,
    readonly published: Date | null,
    readonly subtitle?: string,
  ) {}
  shelf(): number {
    return this.#shelf;
  }
}
describeType(Book, {
  id: t.id,
  title: t.string,
  author: t.nullable(t.object(() => Author)),
  tags: t.list(t.string),
  price: t.object(() => Money),
  published: t.nullable(t.date),
  subtitle: t.optional(t.string),
}, { id: "id" });

interface AudioBook extends Book {
  readonly narrator: string;
}

class Books extends repository(Book, {
  findByTitle: "list",
  findByAuthorBooksAuthorNameOrderByPriceCentsDescTitle: "list",
  findTop3ByPriceCentsBetweenAndAuthorNameContainingAllIgnoreCase: "list",
  findDistinctByTagsContainingOrSubtitleIsNullOrderByAuthor_NameAsc: "page",
  findAllByOrderByPublishedDescTitleAsc: "list",
  deleteByTitleIgnoreCase: "number",
  title: "list",
}) {}

// Never called: what the compiler says of it is the test.
async function accepted(books: Books, audio: EntityRepository<AudioBook, string>, text: string): Promise<void> {
  await books.findBy(where("title").is("Emma"));
  await books.findBy(where("author.name").startingWith("J").ignoringCase());
  await books.findBy(where("author.books.author.books.author.books.price.cents").atLeast(1));
  await books.findBy(where("author.books").some(where("title").is("Emma")));
  await books.findBy(where("author.books").isEmpty());
  await books.findBy(where("author").is("1"));
  await books.findBy(where("tags").has("novel"), { sort: Sort.by("author.name", Order.desc("published").nullsLast()) });
  await books.findBy(
    or(where("subtitle").isNull(), and(where("price.currency").is("EUR"), where("published").isNull())),
  );
  await books.findBy(and());
  await books.countBy(where("title").is("Emma"));
  await books.existsBy(where("title").is("Emma"));
  await books.scroll(ScrollPosition.keyset(), { sort: Sort.by("title"), limit: Limit.of(2) });
  await books.findAll(Sort.by("title").and(Sort.by("id")).descending());
  await books.findAll(Limit.of(1));
  await books.findByTitle("Emma", Sort.by("author.name"), Limit.of(1));
  await audio.findBy(where("narrator").is("A. Voice"), { sort: Sort.by("title") });
  const page: Page<Book> = await books.findAll(PageRequest.of(0, 20, Sort.by("title")).next());
  // What is known at run time alone is checked at run time.
  await books.findBy(where(text).is(1), { sort: Sort.by(text), select: [text] });
  const criteria: Criteria = where("author.name").is("a");
  const options: FindOptions = { sort: Sort.by("author.name"), select: ["title"] };
  const found: Book[] = await books.findBy(criteria, options);
  const general: PredicateExecutor<Book> = books;
  // What was selected, and the id.
  const [selected] = await books.findAll({ select: ["title", "author.name"] });
  const { title, id, author }: { title: string; id: string; author: Author | null } = selected!;
  const one: Selected<Book, "title"> | null = await books.findById("1", { select: ["title"], lock: "update" });
  const titles: string[] = (await books.findBy(criteria, PageRequest.ofSize(2), { select: ["title"] })).content
    .map((book) => book.title);
  const whole: Book | null = await books.findById("1", { lock: "update" });
  void [page, found, general, title, id, author, one, titles, whole];
}

/** A function over any entity: its paths are known by its caller. */
async function ofAny<T extends { readonly id: string }>(
  entities: EntityRepository<T, string>,
  contract: PredicateExecutor<T>,
  path: string,
): Promise<T[]> {
  const found = await entities.findBy(where<string>("id").is("1"), { sort: Sort.by(path), limit: Limit.of(1) });
  return [...found, ...await contract.findBy(where("id").is("1"), { sort: Sort.by("id") })];
}

/** A class of repositories of any entity, and a method that takes the place of another. */
class Shelf<T extends { readonly id: string }> extends EntityRepository<T, string> {
  override findById(id: string, options?: FindOptions): Promise<T | null> {
    return super.findById(id, options);
  }
  ofText(text: string): Promise<T[]> {
    return this.findBy(where(text).is(1));
  }
}
class Cached extends Books {
  override findById(): Promise<Book | null> {
    return Promise.resolve(null);
  }
}

async function refused(books: Books): Promise<void> {
  // @ts-expect-error no such property
  await books.findBy(where("titel").is("Emma"));
  // @ts-expect-error no such property of authors
  await books.findBy(where("author.nam").is("Emma"));
  // @ts-expect-error no such property behind a list
  await books.findBy(where("author.books.titel").is("Emma"));
  // @ts-expect-error nothing behind a single value
  await books.findBy(where("title.length").is(1));
  // @ts-expect-error nothing behind a date
  await books.findBy(where("published.getTime").is(1));
  // @ts-expect-error a method is not stored
  await books.findBy(where("shelf").is(1));
  // @ts-expect-error one of two
  await books.findBy(and(where("title").is("Emma"), where("titel").is("Emma")));
  // @ts-expect-error behind a negation, and ignoring case
  await books.findBy(or(where("title").is("a"), and(where("titel").is("Emma").ignoringCase())));
  // @ts-expect-error paths within `some` begin at the element
  await books.findBy(where("author.books").some(where("name").is("Emma")));
  // @ts-expect-error no such property
  await books.countBy(where("titel").is("Emma"));
  // @ts-expect-error no such property
  await books.findOne(where("titel").is("Emma"));
  // @ts-expect-error no such property
  await books.scrollBy(where("titel").is("Emma"), ScrollPosition.keyset());
  // @ts-expect-error no such property
  await books.findAll(Sort.by("nope"));
  // @ts-expect-error one of two
  await books.findAll(Sort.by("title", Order.desc("nope")));
  // @ts-expect-error one of two
  await books.findAll(Sort.by("title").and(Sort.by("author.nope")));
  // @ts-expect-error no such property
  await books.findAll({ sort: Sort.by("nope") });
  // @ts-expect-error no such property
  await books.findAll(PageRequest.of(0, 20, Sort.by("nope")));
  // @ts-expect-error no such property
  await books.findBy(where("title").is("a"), { sort: Sort.by("nope"), limit: Limit.of(1) });
  // @ts-expect-error no such property
  await books.scroll(ScrollPosition.keyset(), { sort: Sort.by("nope") });
  // @ts-expect-error no such property
  await books.findByTitle("Emma", Sort.by("nope"));
  // @ts-expect-error no such property
  await books.findAll({ select: ["titel"] });
  // @ts-expect-error no such property of authors
  await books.findById("1", { select: ["author.nam"] });
  const [selected] = await books.findAll({ select: ["title"], sort: Sort.by("author.name") });
  // @ts-expect-error not selected
  void selected?.author;
  // @ts-expect-error a selection is not the whole, so it can't be saved
  await books.save(selected!);
  const window = await books.scroll(ScrollPosition.keyset(), { select: ["title"] });
  // @ts-expect-error not selected
  void window.content[0]?.price;
  // @ts-expect-error no such property
  void repository(Book, { findByTitel: "list" });
  // @ts-expect-error no such property of authors
  void repository(Book, { findByTitleAndAuthorNam: "list" });
  // @ts-expect-error no such keyword
  void repository(Book, { findByTitleBeginning: "list" });
  // @ts-expect-error sorted by no property
  void repository(Book, { findByTitleOrderByNopeDesc: "list" });
  // @ts-expect-error the second order
  void repository(Book, { findAllByOrderByTitleAscNope: "list" });
  // @ts-expect-error one of several
  void repository(Book, { findByTitle: "list", countByPriceCentz: "number" });
  // @ts-expect-error with names for parameters
  void repository(Book, { existsByTitel: { returns: "boolean", parameters: ["title"] } });
}

Deno.test("20.9 property paths of criteria, sorts, selections and method names are checked by the compiler", () => {
  // The checks are the comments above: the file would not compile otherwise.
  assertEquals([typeof accepted, typeof ofAny, typeof refused], ["function", "function", "function"]);
  assertEquals([typeof Shelf, typeof Cached], ["function", "function"]);
});

Deno.test("20.9 what compiles can be read when the repository is made", async () => {
  const { openDatabase } = await import("@espalier/espalier/data");
  await using database: Database = await openDatabase("memory:");
  const books = new Books(database);
  const emma = new Book("1", "Emma", null, ["novel"], new Money(990, "EUR"), null);
  await books.save(emma);
  assertEquals((await books.findByAuthorBooksAuthorNameOrderByPriceCentsDescTitle("a")).length, 0);
  assertEquals((await books.title("Emma")).length, 1);
  const [selected] = await books.findAll({ select: ["title"] });
  assertEquals({ ...selected }, { id: "1", title: "Emma" });
});
