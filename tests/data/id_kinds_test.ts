import { assertEquals, assertRejects } from "@std/assert";
import { type AnyDescriptor, describeType, t } from "@espalier/espalier";
import { openDatabase, repository } from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

/** Identified by a date, which is an object: equal ones are not the same. */
class Day {
  constructor(readonly id: Date, readonly title: string, readonly visits: readonly Visit[] = []) {}
}
describeType(Day, { id: t.date, title: t.string, visits: t.list(t.object(() => Visit)) }, {
  id: "id",
  references: { visits: { mappedBy: "on" } },
});

class Visit {
  constructor(readonly id: string, readonly on: Day | null, readonly planned: readonly Day[] = []) {}
}
describeType(Visit, { id: t.id, on: t.nullable(t.object(() => Day)), planned: t.list(t.object(() => Day)) }, {
  id: "id",
});

class Days extends repository(Day, {}) {}
class Visits extends repository(Visit, {}) {}

const monday = new Date("2026-01-05T00:00:00.000Z");
/** Later by a millisecond, which not every text of a date tells. */
const almostMonday = new Date("2026-01-05T00:00:00.001Z");

const onEveryStore = onEveryStoreWith.bind(undefined, [Day, Visit]);

onEveryStore("C5.1 references lead to entities whose ids are dates", async (database) => {
  const [first, second] = await new Days(database).saveAll([new Day(monday, "Monday"), new Day(almostMonday, "Later")]);
  const visits = new Visits(database);
  await visits.saveAll([new Visit("a", first!, [second!, first!]), new Visit("b", second!), new Visit("c", first!)]);

  const found = await visits.findById("a");
  assertEquals(found?.on?.title, "Monday");
  assertEquals(found?.planned.map(({ title }) => title), ["Later", "Monday"]);
  const days = await new Days(database).findAll();
  assertEquals(days.map(({ title, visits }) => [title, visits.map(({ id }) => id).join("")]), [
    ["Monday", "ac"],
    ["Later", "b"],
  ]);
});

onEveryStore("C5.1 of two entities of one date that are saved together the last one stays", async (database) => {
  const days = new Days(database);
  await days.saveAll([new Day(new Date(monday), "First"), new Day(new Date(monday), "Last")]);
  assertEquals((await days.findAll()).map(({ title }) => title), ["Last"]);
});

Deno.test("C5.1 an id that is no single value fails the opening of the database", async () => {
  class Key {
    shelf!: string;
    place!: number;
  }
  describeType(Key, { shelf: t.string, place: t.int });
  const kinds: readonly AnyDescriptor[] = [t.object(() => Key), t.list(t.string), t.map(t.string), t.json];
  for (const kind of kinds) {
    class Copy {
      readonly id: unknown = null;
    }
    describeType(Copy, { id: kind as typeof t.json }, { id: "id" });
    await assertRejects(
      async () => {
        await using database = await openDatabase("memory:");
        await database.createTables(Copy);
      },
      TypeError,
      'Cannot use property "id" of class "Copy" as id as it must be described as a single value, such as a text, a ' +
        "number or a date",
    );
  }
});

class Ticket {
  constructor(readonly id: bigint | null) {}
}
describeType(Ticket, { id: t.nullable(t.bigint) }, { id: "id", generatedId: "database" });

onEveryStoreWith([Ticket], "C5.1 an id that was given is not made again", async (database) => {
  const tickets = database.repository<Ticket, bigint>(Ticket);
  const ids = [null, 9007199254740993n, null, 2n, null].map((id) => () => tickets.save(new Ticket(id)));
  const made: (bigint | null)[] = [];
  for (const save of ids) made.push((await save()).id);
  assertEquals(made, [1n, 9007199254740993n, 9007199254740994n, 2n, 9007199254740995n]);
});

class Seat {
  constructor(readonly id: number | null, readonly row: string, readonly version = 0) {}
}
describeType(Seat, { id: t.nullable(t.int), row: t.string, version: t.int }, {
  id: "id",
  version: "version",
  generatedId: "database",
  table: 'Seats of "ours"',
});

onEveryStoreWith([Seat], "C5.1 ids that were given to new entities are not made again", async (database) => {
  const seats = database.repository<Seat, number>(Seat);
  const idOf = async (id: number | null) => (await seats.save(new Seat(id, "A"))).id;
  const ids = [await idOf(-7), await idOf(null), await idOf(3), await idOf(2), await idOf(null)];
  const [fifth, made] = await seats.saveAll([new Seat(5, "B"), new Seat(null, "B")]);
  assertEquals([...ids, fifth!.id, made!.id], [-7, 1, 3, 2, 4, 5, 6]);
});
