import { assert, assertEquals, assertFalse, assertRejects } from "@std/assert";
import {
  and,
  Example,
  ExampleMatcher,
  GenericPropertyMatchers,
  IncorrectResultSizeError,
  Limit,
  not,
  or,
  PageRequest,
  ScrollPosition,
  Sort,
  where,
} from "@espalier/espalier/data";
import { Author, Book, Country } from "./bookshelf.ts";
import { onEveryStore } from "./stores.ts";

const ids = (books: readonly Book[]) => books.map(({ id }) => id).join("");

onEveryStore("X8 an example finds what looks like it", async (database) => {
  const [woolf, nobody] = await database.repository<Author, string>(Author).saveAll([
    new Author("woolf", "Virginia Woolf", 1882, new Country("GB", "Britain")),
    new Author("nobody", "Nobody"),
  ]);
  const books = database.repository<Book, string>(Book);
  await books.saveAll([
    new Book("1", { title: "Orlando", author: woolf!, published: 1928 }),
    new Book("2", { title: "orlando furioso", author: nobody!, published: 1516, price: 0 }),
    new Book("3", { title: "100%_\\", published: null }),
  ]);
  const find = async (probe: Partial<Book>, matcher?: ExampleMatcher) =>
    ids(await books.findBy(Example.of(Book, probe, matcher)));
  const all = ExampleMatcher.matching();
  assertEquals(await find({ title: "Orlando" }), "1");
  assertEquals(await find({}), "123");
  assertEquals(await find({ price: 0 }), "2");
  assertEquals(await find({ title: "Orlando", published: null }), "1");
  assertEquals(await find({ published: null }, all.withIncludeNullValues()), "3");
  assertEquals(await find({ title: "ORLANDO" }, all.withIgnoreCase()), "1");
  assertEquals(await find({ title: "ORLANDO" }, all.withIgnoreCase("title")), "1");
  assertEquals(await find({ title: "ORLANDO" }, all.withIgnoreCase("other")), "");
  assertEquals(await find({ title: "lando" }, all.withStringMatcher("CONTAINING")), "12");
  assertEquals(await find({ title: "O" }, all.withStringMatcher("STARTING")), "1");
  assertEquals(await find({ title: "%_\\" }, all.withMatcher("title", GenericPropertyMatchers.endsWith())), "3");
  assertEquals(await find({ title: "^[oO]r" }, all.withStringMatcher("REGEX")), "12");
  assertEquals(await find({ title: "Orlando", published: 1516 }), "");
  assertEquals(await find({ title: "Orlando", published: 1516 }, ExampleMatcher.matchingAny()), "12");
  assertEquals(await find({ title: "x", published: 1516 }, all.withIgnorePaths("title")), "2");
  assertEquals(await find({ author: { name: "Nobody" } as Author }), "2");
  assertEquals(await find({ author: { country: { code: "GB" } } as Author }), "1");
  assertEquals(await find({ author: woolf! }), "1");
  assertEquals(
    await find({ title: "ODNALRO" }, all.withTransformer("title", (v) => [...String(v)].reverse().join(""))),
    "",
  );
  assertEquals(
    await find({ title: "odnalrO" }, all.withTransformer("title", (v) => [...String(v)].reverse().join(""))),
    "1",
  );
  assertEquals(await find({ title: "x" }, all.withTransformer("title", () => undefined)), "123");
  assertEquals(await find(new Book("1", { ...(await books.findById("1"))! })), "1");
});

onEveryStore("X8 an example that refers to itself is refused", async (database) => {
  const books = database.repository<Book, string>(Book);
  const self: Record<string, unknown> = {};
  self.author = self;
  await assertRejects(
    () => books.findBy(Example.of(Book, self as Partial<Book>)),
    TypeError,
    "must not refer to itself",
  );
});

onEveryStore("X8 examples and predicates count, page, scroll and find one", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.saveAll(["1", "2", "3", "4"].map((id) => new Book(id, { inPrint: id !== "4", published: Number(id) })));
  const inPrint = Example.of(Book, { inPrint: true });
  const late = and(where("published").greaterThan(1), not(where("id").is("4")));
  assertEquals([await books.countBy(inPrint), await books.existsBy(inPrint), await books.countBy(late)], [3, true, 2]);
  assertEquals(await books.existsBy(where("published").in([8, 9])), false);
  const page = await books.findBy(inPrint, PageRequest.of(1, 2, Sort.by("id")));
  assertEquals([ids(page.content), page.totalElements], ["3", 3]);
  const slice = await books.sliceBy(late, PageRequest.of(0, 1, Sort.by("id")));
  assertEquals([ids(slice.content), slice.hasNext], ["2", true]);
  const window = await books.scrollBy(inPrint, ScrollPosition.offset(0), { limit: Limit.of(1) });
  assertEquals([ids(window.content), window.hasNext], ["2", true]);
  assertEquals((await books.findOne(where("published").is(2)))?.id, "2");
  assertEquals(await books.findOne(Example.of(Book, { title: "none" })), null);
  await assertRejects(() => books.findOne(inPrint), IncorrectResultSizeError);
  assertEquals(ids(await books.findBy(or(where("id").is("1"), where("id").is("4")))), "14");
  assertEquals(ids(await books.findBy(or())), "");
  assertEquals(ids(await books.findBy(and())), "1234");
  assertEquals(ids(await books.findBy(where("published").between(2, 3))), "23");
  assertEquals(ids(await books.findBy(not(where("published").notIn([1, 2])))), "12");
});

onEveryStore("X8 only the selected columns are read", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.save(new Book("1", { title: "Orlando" }));
  const [book] = await books.findBy(and(), { select: ["title"] });
  assertEquals<object>({ ...book }, { id: "1", title: "Orlando", version: 1 });
});

Deno.test("X8 matchers are immutable and compare by what they say", () => {
  const base = ExampleMatcher.matching();
  assertEquals([base.isAllMatching, base.includesNullValues, base.defaultStringMatcher, base.isIgnoreCaseEnabled], [
    true,
    false,
    "DEFAULT",
    false,
  ]);
  const ignoring = base.withIgnorePaths("foo", "bar", "foo");
  assertEquals([ignoring.ignoredPaths.size, base.ignoredPaths.size], [2, 0]);
  (ignoring.ignoredPaths as Set<string>).add("baz");
  assertEquals(ignoring.ignoredPaths.size, 2);
  const contains = GenericPropertyMatchers.contains();
  assert(base.withMatcher("a", contains).equals(base.withMatcher("a", GenericPropertyMatchers.contains())));
  assertFalse(base.withMatcher("a", contains).equals(base.withMatcher("a", GenericPropertyMatchers.ignoreCase())));
  assertFalse(base.equals(base.withIgnoreCase()));
  assertFalse(base.equals(base.withIncludeNullValues()));
  assert(base.equals(base.withIncludeNullValues().withIgnoreNullValues()));
  const replaced = base.withMatcher("a", contains).withMatcher("a", GenericPropertyMatchers.exact());
  assertEquals(replaced.propertySpecifiers.get("a"), { stringMatcher: "EXACT" });
  assert(ExampleMatcher.matchingAny().isAnyMatching);
});
