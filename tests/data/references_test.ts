import { assertEquals, assertInstanceOf, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { databaseAt, DataIntegrityError, openDatabase, Sort, where } from "@espalier/espalier/data";
import { Book, Shelf } from "./bookshelf.ts";
import { onEveryStore } from "./stores.ts";

class Team {
  readonly members: readonly Person[] = [];
  constructor(readonly id: string, readonly name: string) {}
}
class Place {
  constructor(readonly street: string, readonly country: Land | null) {}
}
class Land {
  constructor(readonly id: string, readonly name: string) {}
}
class Person {
  constructor(
    readonly id: string,
    readonly team: Team | null,
    readonly boss: Person | null,
    readonly home: Place | null,
    readonly phones: readonly Phone[] = [],
  ) {}
}
class Phone {
  constructor(readonly number: bigint, readonly since: Date) {}
}
class Badge {
  constructor(readonly id: string, readonly owner: Person) {}
}
describeType(Land, { id: t.id, name: t.string }, { id: "id", table: "lands" });
describeType(Place, { street: t.string, country: t.nullable(t.object(() => Land)) });
describeType(Phone, { number: t.bigint, since: t.date });
describeType(Team, { id: t.id, name: t.string, members: t.list(t.object(() => Person)) }, {
  id: "id",
  references: { members: { mappedBy: "team" } },
});
describeType(Person, {
  id: t.id,
  team: t.nullable(t.object(() => Team)),
  boss: t.nullable(t.object(() => Person)),
  home: t.nullable(t.object(() => Place)),
  phones: t.list(t.object(() => Phone)),
}, { id: "id", table: "people" });
describeType(Badge, { id: t.id, owner: t.object(() => Person) }, {
  id: "id",
  references: { owner: { fetch: "reference" } },
});

onEveryStore(
  "C5.1 references, lists that refer back, and cycles are read as one graph of objects",
  async (database) => {
    await database.createTables(Team, Person, Badge);
    const land = await database.repository<Land, string>(Land).save(new Land("fr", "France"));
    const teams = database.repository<Team, string>(Team);
    const people = database.repository<Person, string>(Person);
    const team = await teams.save(new Team("t", "Tigers"));
    const phones = [new Phone(33123456789012345n, new Date("2020-01-01T00:00:00Z"))];
    const ada = await people.save(new Person("ada", team, null, new Place("Rue", land), phones));
    const bob = await people.save(new Person("bob", team, ada, null));
    await people.save(new Person("ada", team, bob, ada.home, phones));

    const [readAda, readBob] = await people.findAll(Sort.by("id"));
    assertStrictEquals(readAda?.boss, readBob);
    assertStrictEquals(readBob?.boss, readAda);
    assertStrictEquals(readAda?.team, readBob?.team);
    assertEquals(readAda?.team?.members.map(({ id }) => id), ["ada", "bob"]);
    assertStrictEquals(readAda?.team?.members[0], readAda);
    assertEquals([readAda?.home?.street, readAda?.home?.country?.name, readBob?.home], ["Rue", "France", null]);
    assertInstanceOf(readAda?.home, Place);
    assertInstanceOf(readAda?.phones[0], Phone);
    assertEquals(readAda?.phones, phones);

    const badges = database.repository<Badge, string>(Badge);
    await badges.save(new Badge("1", ada));
    const badge = await badges.findById("1");
    assertInstanceOf(badge?.owner, Person);
    assertEquals(Object.keys(badge!.owner), ["id"]);

    const ids = async (path: string, value: unknown) =>
      (await people.findBy(where(path).is(value))).map(({ id }) => id);
    assertEquals(await ids("home.country.name", "France"), ["ada"]);
    assertEquals(await ids("home.country", land), ["ada"]);
    assertEquals(await ids("boss.team.name", "Tigers"), ["ada", "bob"]);
    assertEquals(await ids("team.members.id", "bob"), ["ada", "bob"]);
    assertEquals((await people.findBy(where("home").isNull())).map(({ id }) => id), ["bob"]);
    assertEquals((await teams.findBy(where("members").some(where("home.street").is("Rue")))).length, 1);
    assertEquals((await teams.findBy(where("members").isEmpty())).length, 0);
  },
);

class Ship {
  constructor(readonly id: string, readonly captain: Sailor | null) {}
}
class Sailor {
  constructor(readonly id: string, readonly ship: Ship | null) {}
}
describeType(Ship, { id: t.id, captain: t.nullable(t.object(() => Sailor)) }, { id: "id" });
describeType(Sailor, { id: t.id, ship: t.nullable(t.object(() => Ship)) }, { id: "id" });

onEveryStore("C5.1 classes may refer to each other", async (database) => {
  await database.createTables(Ship, Sailor);
  await database.createTables(Ship, Sailor);
  const ships = database.repository<Ship, string>(Ship);
  const ship = await ships.save(new Ship("pequod", null));
  const ahab = await database.repository<Sailor, string>(Sailor).save(new Sailor("ahab", ship));
  await ships.save(new Ship("pequod", ahab));
  const read = await ships.findById("pequod");
  assertEquals([read?.captain?.id, read?.captain?.ship === read], ["ahab", true]);
  const nobody = new Ship("other", new Sailor("nobody", null));
  assertEquals((await assertRejects(() => ships.save(nobody), DataIntegrityError)).rule, "reference");
});

onEveryStore("C5.1 what is deleted leaves every list, and comes back into none", async (database) => {
  const books = database.repository<Book, string>(Book);
  const shelves = database.repository<Shelf, number>(Shelf);
  const [one, two] = await books.saveAll([new Book("1", { title: "Emma" }), new Book("2", { title: "Orlando" })]);
  const [{ id }] = await shelves.saveAll([new Shelf("a", [one!, two!]), new Shelf("b", [one!])]) as [Shelf, Shelf];
  const shelved = async () =>
    (await shelves.findAll()).map(({ name, books }) => [name, ...books.map(({ title }) => title)]);
  const undone = database.transactions.run(async () => {
    await books.deleteById("1");
    await shelves.deleteById(id!);
    assertEquals(await shelved(), [["b"]]);
    throw new Error("undone");
  });
  await assertRejects(() => undone, Error, "undone");
  assertEquals(await shelved(), [["a", "Emma", "Orlando"], ["b", "Emma"]]);

  await books.deleteById("1");
  assertEquals(await shelved(), [["a", "Orlando"], ["b"]]);
  await books.save(new Book("1", { title: "Emma again" }), { isNew: true });
  assertEquals(await shelved(), [["a", "Orlando"], ["b"]]);
  await shelves.deleteById(id!);
  // Says nothing of its list.
  await shelves.save({ id, name: "a" } as Shelf, { isNew: true });
  assertEquals(await shelved(), [["a"], ["b"]]);
});

onEveryStore("C5.1 a list takes saved entities or their ids, and nothing else", async (database) => {
  await database.createTables(Shelf);
  const shelves = database.repository<Shelf, number>(Shelf);
  await database.repository(Book).saveAll([new Book("1", { title: "Emma" }), new Book("2", { title: "Orlando" })]);
  const save = (...books: unknown[]) => shelves.save(new Shelf("a", books as Book[]));
  const unsaved = { ...new Book("", {}), id: null };
  for (
    const [element, message] of [
      [null, 'Cannot store Shelf.books[1] as it must be a Book: current value is "null"'],
      [undefined, 'Cannot store Shelf.books[1] as it must be a Book: current value is "undefined"'],
      [unsaved, "Cannot store Shelf.books[1] as the entity that it refers to must be saved first: it has no id"],
      [true, 'Cannot use a value for Shelf.books[1].id as it must be a string: current value is "true"'],
    ]
  ) await assertRejects(() => save("1", element), TypeError, String(message));
  await assertRejects(() => save("3"), DataIntegrityError);
  assertEquals(await shelves.count(), 0);
  await save("2", new Book("1", {}), "2");
  assertEquals((await shelves.findAll())[0]?.books.map(({ title }) => title), ["Orlando", "Emma", "Orlando"]);
});

onEveryStore("C5.1 a reference to what was never saved is refused", async (database) => {
  await database.createTables(Badge, Team);
  const nobody = { ...new Person("", null, null, null), id: null } as unknown as Person;
  await assertRejects(() => database.repository(Badge).save(new Badge("1", nobody)), TypeError, "must be saved first");
});

Deno.test("C5.1 classes that can't be stored are named", async () => {
  class Undescribed {}
  class Holder {
    constructor(readonly id: string, readonly inner: Undescribed) {}
  }
  describeType(Holder, { id: t.id, inner: t.object(() => Undescribed) }, { id: "id" });
  await using database = databaseAt("memory:");
  assertThrows(() => database.repository(Undescribed), TypeError, "describeType(Undescribed, {…}, {…})");
  assertThrows(() => database.repository(Holder), TypeError, 'property "Holder.inner" as its class must be described');
  assertThrows(() => database.repository(Place), TypeError, 'class "Place" as it must be described with an id');
});

Deno.test("C5.1 SQL of one's own joins the transaction, and memory has none", async () => {
  await using database = await openDatabase("sqlite::memory:");
  await database.createTables(Land);
  const lands = database.repository<Land, string>(Land);
  const rows = await database.transactions.run(async () => {
    await lands.save(new Land("fr", "France"));
    return await database.execute("select name from lands where id = ?", ["fr"]);
  });
  assertEquals(rows.map((row) => ({ ...row })), [{ name: "France" }]);
  await using memory = await openDatabase("memory:");
  await assertRejects(() => memory.execute("select 1"), TypeError, "must be an SQL database");
});
