import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type Class, describeType, t } from "@espalier/espalier";
import {
  ConcurrencyFailureError,
  type Database,
  DataIntegrityError,
  openDatabase,
  where,
} from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

class Person {
  id!: number;
  boss!: Person | null;
  friends!: readonly Person[];
  version!: number;
}
describeType(Person, {
  id: t.int,
  boss: t.nullable(t.object(() => Person)),
  friends: t.list(t.object(() => Person)),
  version: t.int,
}, { id: "id", version: "version" });

class Seat {
  row!: string | null;
  guest!: Person | null;
}
describeType(Seat, { row: t.nullable(t.string), guest: t.nullable(t.object(() => Person)) });

/** Refers to people in every way. */
class Party {
  id!: number;
  host!: Person;
  cook!: Person | null;
  guests!: readonly Person[];
  waiting!: readonly Person[];
  seat!: Seat | null;
  version!: number;
}
describeType(Party, {
  id: t.int,
  host: t.object(() => Person),
  cook: t.nullable(t.object(() => Person)),
  guests: t.list(t.object(() => Person)),
  waiting: t.list(t.object(() => Person)),
  seat: t.nullable(t.object(() => Seat)),
  version: t.int,
}, { id: "id", version: "version", references: { cook: { onDelete: "set null" }, waiting: { onDelete: "cascade" } } });

/** Is deleted with the party. */
class Photo {
  id!: number;
  party!: Party;
}
class Comment {
  id!: number;
  photo!: Photo;
  reply!: Comment | null;
}
describeType(Photo, { id: t.int, party: t.object(() => Party) }, {
  id: "id",
  references: { party: { onDelete: "cascade" } },
});
describeType(Comment, { id: t.int, photo: t.object(() => Photo), reply: t.nullable(t.object(() => Comment)) }, {
  id: "id",
  references: { photo: { onDelete: "cascade" }, reply: { onDelete: "cascade" } },
});

const types: readonly Class[] = [Person, Party, Photo, Comment];

const make = <T extends object>(type: Class<T>, values: Partial<T>): T =>
  Object.assign(Object.create(type.prototype as object) as T, values);

async function people(database: Database, count: number): Promise<Person[]> {
  const repository = database.repository(Person);
  const saved: Person[] = [];
  for (let id = 1; id <= count; id++) {
    saved.push(await repository.save(make(Person, { id, boss: null, friends: [], version: 0 })));
  }
  return saved;
}

const party = (values: Partial<Party>) =>
  make(Party, { id: 1, cook: null, guests: [], waiting: [], seat: null, version: 0, ...values });

async function refusal(work: () => Promise<unknown>): Promise<string[]> {
  const error = await assertRejects(work, DataIntegrityError);
  assertEquals(error.rule, "reference");
  return error.references.map(({ entity, property }) => `${entity.name}.${property}`);
}

onEveryStoreWith(
  types,
  "20.10 what others refer to or list is not deleted, and the error names who does",
  async (database) => {
    const [host, guest, seated, free] = await people(database, 5);
    const repository = database.repository<Person, number>(Person);
    await database.repository(Party).save(
      party({ host: host!, guests: [guest!], seat: { row: null, guest: seated! } }),
    );
    assertEquals(await refusal(() => repository.delete(host!)), ["Party.host"]);
    assertEquals(await refusal(() => repository.deleteById(2)), ["Party.guests"]);
    assertEquals(await refusal(() => repository.deleteAllById([5, 3])), ["Party.seat.guest"]);
    assertEquals(await refusal(() => repository.deleteAll()), ["Party.host", "Party.guests", "Party.seat.guest"]);
    assertEquals(await refusal(() => repository.deleteAll([free!, guest!])), ["Party.guests"]);
    // Nothing was deleted, nothing was taken off a list.
    assertEquals(await repository.count(), 5);
    const kept = await database.repository(Party).findById(1);
    assertEquals([kept!.guests.length, kept!.seat!.guest!.id, kept!.version], [1, 3, 1]);
    await repository.delete(free!);
    await database.repository(Party).deleteAll();
    await repository.delete(guest!);
    assertEquals((await repository.findAll()).map(({ id }) => id), [1, 3, 5]);
  },
);

onEveryStoreWith(
  types,
  "20.10 references become null and entries leave their list where that is described, with another version",
  async (database) => {
    const [host, cook, waiting, other] = await people(database, 4);
    const parties = database.repository<Party, number>(Party);
    await parties.save(party({ host: host!, cook: cook!, waiting: [other!, waiting!, host!] }));
    const people_ = database.repository<Person, number>(Person);
    await people_.delete(cook!);
    const without = await parties.findById(1);
    assertEquals([without!.cook, without!.version], [null, 2]);
    await people_.deleteById(waiting!.id);
    const shorter = await parties.findById(1);
    assertEquals([shorter!.waiting.map(({ id }) => id), shorter!.version], [[4, 1], 3]);
    // Who read it before has an old version.
    await assertRejects(() => parties.save(make(Party, { ...without, cook: other! })), Error, "version");
    await parties.save(make(Party, { ...shorter, waiting: [other!] }));
    assertEquals((await parties.findById(1))!.waiting.map(({ id }) => id), [4]);
  },
);

onEveryStoreWith(types, "20.10 what is deleted with what it refers to goes along, down any chain", async (database) => {
  const [host] = await people(database, 1);
  const saved = await database.repository(Party).save(party({ host: host! }));
  const photo = await database.repository(Photo).save(make(Photo, { id: 1, party: saved }));
  let reply: Comment | null = null;
  for (let id = 1; id <= 30; id++) {
    reply = await database.repository(Comment).save(make(Comment, { id, photo, reply }));
  }
  await database.repository(Comment).deleteById(20);
  assertEquals(await database.repository(Comment).count(), 19);
  await database.repository(Party).delete(saved);
  assertEquals(await database.repository(Photo).count(), 0);
  assertEquals(await database.repository(Comment).count(), 0);
  await database.repository(Person).delete(host!);
});

onEveryStoreWith(types, "20.10 references among those that are deleted together do not count", async (database) => {
  const [first, second] = await people(database, 2);
  const repository = database.repository<Person, number>(Person);
  const loved = await repository.save(make(Person, { ...first!, friends: [second!, first!], boss: first! }));
  await repository.save(make(Person, { ...second!, boss: first!, friends: [first!] }));
  assertEquals(await refusal(() => repository.delete(loved)), ["Person.boss", "Person.friends"]);
  await repository.deleteAllById([1, 2]);
  assertEquals(await repository.count(), 0);
  // One that refers to itself alone.
  const [alone] = await people(database, 1);
  await repository.save(make(Person, { ...alone!, boss: alone!, friends: [alone!] }));
  await repository.deleteAll();
  assertEquals(await repository.count(), 0);
});

onEveryStoreWith(
  types,
  "20.10 a deletion that meets a new reference: one of both is refused, and nothing dangles",
  async (database, { name }) => {
    const repository = database.repository<Person, number>(Person);
    const parties = database.repository<Party, number>(Party);
    const all = await people(database, 13);
    for (let i = 1; i < all.length; i++) {
      const outcomes = await Promise.allSettled([
        parties.save(party({ id: i, host: all[0]!, guests: [all[i]!], waiting: i % 2 === 0 ? [all[i]!] : [] })),
        repository.delete(all[i]!),
      ]);
      const [saved, deleted] = outcomes.map(({ status }) => status === "fulfilled");
      const reasons = outcomes.flatMap((outcome) => outcome.status === "rejected" ? [outcome.reason] : []);
      // On MariaDB both may wait for each other.
      const isRefused = (reason: unknown) =>
        reason instanceof DataIntegrityError || (name === "mariadb" && reason instanceof ConcurrencyFailureError);
      assertEquals(reasons.map(isRefused), reasons.map(() => true), String(reasons));
      assertEquals(saved, !deleted);
      assertEquals(await repository.existsById(all[i]!.id), !deleted);
      const found = await parties.findBy(where("guests.id").is(all[i]!.id));
      assertEquals(found.map(({ id }) => id), saved ? [i] : []);
    }
  },
);

Deno.test("20.10 a table whose foreign keys delete the entries of lists keeps them all the same", async () => {
  await using database = await openDatabase("sqlite::memory:");
  await database.execute(
    `create table persons (id integer primary key not null, boss_id integer, version integer not null)`,
  );
  await database.execute(
    `create table parties (id integer primary key not null, host_id integer not null references persons(id),
    cook_id integer, seat_row text, seat_guest_id integer, version integer not null, remark text default 'theirs')`,
  );
  await database.execute(
    `create table parties_guests (owner_id integer not null references parties(id) on delete cascade,
    target_id integer not null references persons(id) on delete cascade, position integer not null)`,
  );
  await database.createTables(Person, Party);
  const [host, guest] = await people(database, 2);
  await database.repository(Party).save(party({ host: host!, guests: [guest!] }));
  assertEquals(await refusal(() => database.repository(Person).delete(guest!)), ["Party.guests"]);
  assertEquals(await database.execute("select target_id from parties_guests"), [{ target_id: 2 }] as never);
});

Deno.test("20.10 what can't become of a reference is refused when its table is made", async () => {
  class Target {
    id!: number;
  }
  describeType(Target, { id: t.int }, { id: "id" });
  class Required {
    id!: number;
    target!: Target;
  }
  describeType(Required, { id: t.int, target: t.object(() => Target) }, {
    id: "id",
    references: { target: { onDelete: "set null" } },
  });
  class Listing {
    id!: number;
    targets!: readonly Target[];
  }
  describeType(Listing, { id: t.int, targets: t.list(t.object(() => Target)) }, {
    id: "id",
    references: { targets: { onDelete: "set null" } },
  });
  await using database = await openDatabase("memory:");
  assertThrows(() => database.repository(Required), TypeError, '"Required.target" as the property must be nullable');
  assertThrows(() => database.repository(Listing), TypeError, 'a list must have "cascade"');
});
