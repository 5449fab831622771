import { assertEquals, assertRejects } from "@std/assert";
import {
  type AnyDescriptor,
  type Application,
  type Class,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type ServiceIdentifier,
  t,
  token,
} from "@espalier/espalier";
import { Database, type Database as AnyDatabase, EntityRepository } from "@espalier/espalier/data";
import { type ExportableRepository, exportRepository, type IdConverter, rest } from "@espalier/espalier/rest";
import { send } from "./library.ts";

class Day {
  id!: Date;
  title!: string;
}
describeType(Day, { id: t.date, title: t.string }, { id: "id" });

class Trip {
  id!: string;
  days!: readonly Day[];
}
describeType(Trip, { id: t.id, days: t.list(t.object(() => Day)) }, { id: "id" });

class Days extends EntityRepository<Day, Date> {
  constructor(database: AnyDatabase) {
    super(database, Day);
  }
}

class Trips extends EntityRepository<Trip, string> {
  constructor(database: AnyDatabase) {
    super(database, Trip);
  }
}

async function tripApp(): Promise<Application> {
  const repositories = new ContainerModule(({ bind }) => {
    bind(Days).toResolvedValue((database) => new Days(database), [Database]);
    bind(Trips).toResolvedValue((database) => new Trips(database), [Database]);
  });
  const writable = { writable: true, exposeId: true };
  const container = createContainer(
    data({ entities: [Day, Trip] }),
    rest(),
    repositories,
    exportRepository(Days, writable),
    exportRepository(Trips, writable),
  );
  return await createApp(container, { properties: { preset: "production", logging: { level: "OFF" } } });
}

/** An application with one writable collection, `/things`, whose ids are as described. */
async function thingApp(descriptor: AnyDescriptor, idConverter?: IdConverter): Promise<Application> {
  class Thing {
    id!: unknown;
    name!: string;
  }
  describeType(Thing, { id: descriptor as typeof t.json, name: t.string }, { id: "id" });
  class Things extends EntityRepository<Thing, unknown> {
    constructor(database: AnyDatabase) {
      super(database, Thing);
    }
  }
  const things = new ContainerModule(({ bind }) => {
    bind(Things).toResolvedValue((database) => new Things(database), [Database]);
  });
  const options = { writable: true, ...(idConverter === undefined ? {} : { idConverter }) };
  return await createApp(
    createContainer(data({ entities: [Thing] }), rest(), things, exportRepository(Things, options)),
    { properties: { preset: "production", logging: { level: "OFF" } } },
  );
}

Deno.test("items whose ids are dates are linked, found and removed by them", async () => {
  await using app = await tripApp();
  const [first, second] = ["2026-01-05T00:00:00.000Z", "2026-01-05T00:00:00.001Z"];
  for (const id of [first, second]) await send(app, "POST /days", { json: { id, title: id } });
  const uris = [first, second].map((id) => `/days/${encodeURIComponent(id!)}`);
  assertEquals((await send(app, "PUT /trips/spring", { json: { days: uris } })).status, 201);

  const days = async () => (await send(app, "/trips/spring/days")).body._embedded.days.map(({ id }: Day) => id);
  assertEquals(await days(), [first, second]);
  assertEquals((await send(app, `/trips/spring${uris[1]}`)).body.title, second);
  assertEquals((await send(app, "DELETE /trips/spring/days/no-date")).status, 204);
  assertEquals((await send(app, `DELETE /trips/spring${uris[0]}`)).status, 204);
  assertEquals(await days(), [second]);

  const taken = await send(app, "POST /days", { json: { id: "2026-01-05", title: "again" } });
  assertEquals([taken.status, taken.body.detail], [
    409,
    `There is an item of this id already: current value is "${first}"`,
  ]);
});

Deno.test("C2.3 a date is taken only where its year has four digits, as it is said again", async () => {
  await using app = await tripApp();
  for (const id of ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+14:00"]) {
    const refused = await send(app, "POST /days", { json: { id, title: id } });
    assertEquals([refused.status, refused.body.errors[0].property], [400, "id"]);
    assertEquals((await send(app, `/days/${encodeURIComponent(id)}`)).status, 404);
  }
  for (const id of ["9999-12-31T23:59:59-00:00", "0000-01-01T00:00:00-14:00"]) {
    const { status, headers } = await send(app, "POST /days", { json: { id, title: id } });
    assertEquals([status, (await send(app, headers.get("location")!)).status], [201, 200]);
  }
});

Deno.test("C4.3 every id that can be written is a URI that can be read", async () => {
  const kinds: readonly (readonly [AnyDescriptor, readonly unknown[], readonly string[]])[] = [
    [t.float, [1.5, -2, 1e21, 1e-7], ["1.5.1", "Infinity", "1e400"]],
    [t.enum("a/b", "c d"), ["a/b", "c d"], ["e"]],
    [t.bigint, ["9223372036854775807", -5], ["9223372036854775808", "1.5"]],
  ];
  for (const [descriptor, ids, others] of kinds) {
    await using app = await thingApp(descriptor);
    for (const id of ids) {
      const { status, headers } = await send(app, "POST /things", { json: { id, name: "n" } });
      assertEquals([status, (await send(app, headers.get("location")!)).status], [201, 200], String(id));
    }
    for (const other of others) {
      const { status } = await send(app, `PUT /things/${encodeURIComponent(other)}`, { json: { name: "n" } });
      assertEquals(status, 404, other);
    }
  }
});

Deno.test("an id that no text says fails the start, unless there is a converter", async () => {
  const converter: IdConverter = {
    fromRequestId: (text) => /^([0-9a-f]{2})+$/.test(text) ? Uint8Array.fromHex(text) : undefined,
    toRequestId: (id) => (id as Uint8Array).toHex(),
  };
  await using app = await thingApp(t.bytes, converter);
  assertEquals((await send(app, "PUT /things/00ff", { json: { name: "n" } })).status, 201);
  assertEquals((await send(app, "/things/00ff")).body.name, "n");
  for (const descriptor of [t.bytes, t.boolean]) {
    await assertRejects(
      () => thingApp(descriptor),
      Error,
      'Cannot export class "Thing" as its id "id" must be described as a text, a number, a date or an enum: give it an ' +
        "idConverter",
    );
  }
});

Deno.test("a repository of one's own has keys of several parts, with a converter", async () => {
  class Place {
    shelf!: string;
    at!: number;
  }
  describeType(Place, { shelf: t.string, at: t.int });
  class Copy {
    id!: Place;
    title!: string;
  }
  describeType(Copy, { id: t.object(() => Place), title: t.string }, { id: "id" });
  const copies = new Map<string, Copy>();
  const keyOf = ({ shelf, at }: Place) => `${shelf}/${at}`;
  const repository: ExportableRepository<Copy> = {
    entityType: Copy as Class<Copy>,
    findAll: () => Promise.resolve([...copies.values()]) as never,
    findById: (id) => Promise.resolve(copies.get(keyOf(id as Place)) ?? null),
    save: (copy) => {
      copies.set(keyOf(copy.id), copy);
      return Promise.resolve(copy);
    },
  };
  const Copies: ServiceIdentifier<ExportableRepository<Copy>> = token("Copies");
  const idConverter: IdConverter = {
    fromRequestId(text) {
      const [, shelf, at] = /^(.+)\/(\d+)$/.exec(text) ?? [];
      return shelf === undefined ? undefined : { shelf, at: Number(at) };
    },
    toRequestId: (id) => keyOf(id as Place),
  };
  const module = new ContainerModule(({ bind }) => void bind(Copies).toConstantValue(repository));
  const container = createContainer(
    rest(),
    module,
    exportRepository(Copies, { writable: true, paged: false, idConverter }),
  );
  await using app = await createApp(container, { properties: { preset: "production", logging: { level: "OFF" } } });

  const created = await send(app, "POST /copies", { json: { id: { shelf: "A b", at: 7 }, title: "Emma" } });
  assertEquals([created.status, created.headers.get("location")], [201, "http://localhost/copies/A%20b%2F7"]);
  assertEquals((await send(app, "PATCH /copies/A%20b%2F7", { json: { title: "Persuasion" } })).status, 204);
  assertEquals((await send(app, "/copies/A%20b%2F7")).body.title, "Persuasion");
  assertEquals((await send(app, "/copies/A%20b")).status, 404);
});
