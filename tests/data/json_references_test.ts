import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { onEveryStoreWith } from "./stores.ts";

class Person {
  constructor(readonly id: bigint, readonly name: string, readonly boss: Person | null = null) {}
}
class Seat {
  constructor(readonly row: number, readonly person: Person | null, readonly guests: readonly Person[] = []) {}
}
class Evening {
  constructor(
    readonly id: string,
    readonly seats: readonly Seat[],
    readonly roles: Readonly<Record<string, Person>> = {},
    readonly box: Seat | null = null,
  ) {}
}
describeType(Person, { id: t.bigint, name: t.string, boss: t.nullable(t.object(() => Person)) }, {
  id: "id",
  table: "persons",
});
describeType(Seat, {
  row: t.int,
  person: t.nullable(t.object(() => Person)),
  guests: t.list(t.object(() => Person)),
});
describeType(Evening, {
  id: t.id,
  seats: t.list(t.object(() => Seat)),
  roles: t.map(t.object(() => Person)),
  box: t.nullable(t.object(() => Seat)),
}, { id: "id" });

onEveryStoreWith(
  [Evening],
  "C5.1 entities within lists and dictionaries are references, read along",
  async (database) => {
    const people = database.repository<Person, bigint>(Person);
    const evenings = database.repository<Evening, string>(Evening);
    const ada = await people.save(new Person(9007199254740993n, "Ada"));
    await people.save(new Person(ada.id, "Ada", ada));
    const [bob] = await people.saveAll([new Person(2n, "Bob", ada)]) as [Person];
    const self = (await people.findById(ada.id))!;
    assertStrictEquals(self.boss, self);
    await evenings.save(
      new Evening(
        "1",
        [new Seat(1, self, [bob, self]), new Seat(2, null)],
        { lead: bob, other: self },
        new Seat(3, bob, [self, bob]),
      ),
    );
    await people.save(new Person(2n, "Robert", ada));

    const found = (await evenings.findById("1"))!;
    const names = (list: readonly Person[]) => list.map(({ name }) => name).join(" ");
    const seated = ({ row, person, guests }: Seat) => [row, person?.name ?? null, names(guests)];
    assertEquals(found.seats.map(seated), [[1, "Ada", "Robert Ada"], [2, null, ""]]);
    assertEquals(Object.entries(found.roles).map(([role, { name }]) => `${role} ${name}`), [
      "lead Robert",
      "other Ada",
    ]);
    assertEquals(seated(found.box!), [3, "Robert", "Ada Robert"]);
    assertStrictEquals(found.seats[0]?.person, found.roles["lead"]?.boss);
  },
);

onEveryStoreWith([Evening, Person], "C5.1 what is deleted is gone from lists and dictionaries", async (database) => {
  const people = database.repository<Person, bigint>(Person);
  const evenings = database.repository<Evening, string>(Evening);
  const all = await people.saveAll([1n, 2n, 3n].map((id) => new Person(id, `${id}`)));
  const [one, two, three] = all as [Person, Person, Person];
  const seats = [new Seat(1, two, [two, one, two, three]), new Seat(2, one, [two])];
  await evenings.save(new Evening("1", seats, { a: two, b: one }));
  await people.deleteById(2n);

  const found = (await evenings.findById("1"))!;
  const ids = (list: readonly Person[]) => list.map(({ id }) => id);
  assertEquals(found.seats.map(({ person, guests }) => [person?.id ?? null, ids(guests)]), [
    [null, [1n, 3n]],
    [1n, []],
  ]);
  assertEquals(Object.keys(found.roles), ["b"]);
});

onEveryStoreWith([Evening, Person], "C5.1 an entity without an id is no reference", async (database) => {
  const nobody = { ...new Person(1n, "Nobody"), id: null } as unknown as Person;
  const evenings = database.repository<Evening, string>(Evening);
  for (const evening of [new Evening("1", [new Seat(1, nobody)]), new Evening("1", [], { lead: nobody })]) {
    await assertRejects(() => evenings.save(evening), TypeError, "must be saved first: it has no id");
  }
});
