import { assertEquals, assertRejects } from "@std/assert";
import {
  type AnyDescriptor,
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, type QueryMethods, repository } from "@espalier/espalier/data";
import { exportRepository, type RepositoryExportOptions, rest } from "@espalier/espalier/rest";
import { hrefs, send } from "./library.ts";

class Place {
  city!: string;
}
describeType(Place, { city: t.string });

/** Not exported. */
class Maker {
  id!: number;
  name!: string;
}
describeType(Maker, { id: t.int, name: t.string }, { id: "id" });

class Tool {
  id!: string;
  name!: string;
  size!: number | null;
  kinds!: readonly string[];
  maker!: Maker;
  place!: Place;
  parent!: Tool | null;
  added!: Date;
}
describeType(Tool, {
  id: t.id,
  name: t.string,
  size: t.nullable(t.int),
  kinds: t.list(t.string),
  maker: t.object(() => Maker),
  place: t.object(() => Place),
  parent: t.nullable(t.object(() => Tool)),
  added: t.date,
}, { id: "id" });

async function tools(methods: QueryMethods, options: RepositoryExportOptions<Tool> = {}): Promise<Application> {
  class Tools extends repository(Tool, methods) {}
  const beans = new ContainerModule(({ bind }) => {
    bind(Tools).toResolvedValue((database) => new Tools(database), [Database]);
  });
  const container = createContainer(data({ entities: [Maker, Tool] }), rest(), beans, exportRepository(Tools, options));
  const app = await createApp(container, { properties: { logging: { level: "OFF" }, rest: { openApi: true } } });
  const maker = { id: 7, name: "saw" };
  await container.get(Database).repository(Maker).save(maker);
  const added = new Date("2026-01-31T10:00:00Z");
  const saw = {
    id: "saw",
    name: "saw",
    size: 2,
    kinds: ["a", "b"],
    maker,
    place: { city: "Bath" },
    parent: null,
    added,
  };
  await container.get(Tools).saveAll([saw, { ...saw, id: "axe", name: "axe", size: null, kinds: ["a"], parent: saw }]);
  return app;
}

/** The ids of what a search finds, or its status. */
async function found(app: Application, search: string): Promise<string | number> {
  const { status, body } = await send(app, `/tools/search/${search}`);
  if (status !== 200) return status;
  return body._embedded.tools.map((tool: unknown) => hrefs(tool).self!.split("/").at(-1)).join();
}

Deno.test("C4.1 each parameter of a search has a name of its own", async () => {
  await using app = await tools({
    findByNameOrMakerName: "list",
    findByNameStartingWithOrNameEndingWithOrNameContaining: "list",
  });
  assertEquals(hrefs((await send(app, "/tools/search")).body), {
    findByNameOrMakerName: "/tools/search/findByNameOrMakerName{?name,makerName,sort*}",
    findByNameStartingWithOrNameEndingWithOrNameContaining:
      "/tools/search/findByNameStartingWithOrNameEndingWithOrNameContaining{?name,name2,name3,sort*}",
    self: "/tools/search",
  });
  assertEquals(await found(app, "findByNameOrMakerName?name=axe&makerName=nobody"), "axe");
  assertEquals(
    await found(app, "findByNameStartingWithOrNameEndingWithOrNameContaining?name=x&name2=x&name3=aw"),
    "saw",
  );
});

Deno.test("C4.1 a parameter called like one that pages, sorts or projects fails the start", async () => {
  await assertRejects(
    () => tools({ findBySize: "page" }),
    Error,
    'Cannot export search "findBySize" of "Tool" as its parameter "size" must not be called like one that pages',
  );
  await using renamed = await tools({ findBySize: { returns: "page", parameters: ["length"] } });
  assertEquals(await found(renamed, "findBySize?length=2&size=5"), "saw");
  await using unpaged = await tools({ findBySize: "list" });
  assertEquals(await found(unpaged, "findBySize?size=2"), "saw");
  await using out = await tools({ findBySize: "page", findByName: "list" }, {
    searches: { findBySize: { exported: false } },
  });
  assertEquals(await found(out, "findBySize?size=2"), 404);
  await assertRejects(
    () => tools({ findByNameOrId: { returns: "list", parameters: ["x", "x"] } }),
    Error,
    '"x" is there twice',
  );
});

Deno.test("C4.1 a parameter that no query string can say fails the start", async () => {
  const asking = (place: AnyDescriptor) => () =>
    tools({ findByPlace: "list" }, { searches: { findByPlace: { params: { place } } } });
  const places = [t.object(() => Place), t.nullable(t.list(t.object(() => Place))), t.map(t.int)];
  for (const place of [...places, t.list(t.list(t.string))]) {
    await assertRejects(
      asking(place),
      Error,
      'Cannot export search "findByPlace" of "Tool" as its parameter "place" must be a single value, an entity, or a',
    );
  }
  for (const place of [t.object(() => Maker), t.list(t.nullable(t.object(() => Tool))), t.list(t.int), t.json]) {
    await using app = await asking(place)();
    assertEquals((await send(app, "/tools/search")).status, 200);
  }
});

Deno.test("C4.1 what no query string can say, and a regular expression, make no search", async () => {
  await using app = await tools({ findByPlace: "list", findByNameMatches: "list", findByPlaceCity: "list" });
  assertEquals(Object.keys(hrefs((await send(app, "/tools/search")).body)), ["findByPlaceCity", "self"]);
  await using asked = await tools({ findByNameMatches: "list" }, {
    searches: { findByNameMatches: { params: { pattern: t.string } } },
  });
  assertEquals(await found(asked, "findByNameMatches?pattern=^s"), "saw");
  assertEquals(await found(asked, "findByNameMatches?pattern=("), 400);
});

Deno.test("C4.1 an entity without a URI is named by its id, a list by all its elements", async () => {
  await using app = await tools({ findByMaker: "list", findByKinds: "list", findByMakerIn: "list" });
  assertEquals(await found(app, "findByMaker?maker=7"), "axe,saw");
  assertEquals(await found(app, "findByMaker?maker=8"), "");
  assertEquals(await found(app, "findByMaker?maker=x"), 400);
  assertEquals(await found(app, "findByMakerIn?maker=7&maker=8"), "axe,saw");
  assertEquals(await found(app, "findByKinds?kinds=a&kinds=b"), "saw");
  assertEquals(await found(app, "findByKinds?kinds=a"), "axe");
});

Deno.test("C4.1 what a form leaves empty is absent, unless it is a text", async () => {
  await using app = await tools({ findBySize: "list", findByParent: "list", findByName: "list", findBySizeIn: "list" });
  assertEquals(await found(app, "findBySize?size="), "axe");
  assertEquals(await found(app, "findByParent?parent="), "saw");
  assertEquals(await found(app, "findBySizeIn?size=&size=2"), "saw");
  assertEquals(await found(app, "findByName?name="), "");
});

Deno.test("C4.1 a time is read as ISO 8601 says, and a day that does not exist is refused", async () => {
  await using app = await tools({ findByAddedAfter: "list" });
  const after = (added: string) => found(app, `findByAddedAfter?added=${added}`);
  assertEquals(await after("2026-01-31"), "axe,saw");
  assertEquals(await after("2026-01-31T10:59:59%2B01:00"), "axe,saw");
  assertEquals(await after("2026-01-31T10:00Z"), "");
  for (const refused of ["2026-02-30", "2026-01-31T11:00:00+01:00", "2026-01-31+(saturday)", "2026-01", "2026-13-01"]) {
    assertEquals(await after(refused), 400, refused);
  }
});

Deno.test("C4.3 only what finds items offers projections", async () => {
  await using app = await tools({ countByName: "number", existsByName: "boolean", findByName: "list" }, {
    projections: { named: ["name"] },
  });
  assertEquals(hrefs((await send(app, "/tools/search")).body), {
    countByName: "/tools/search/countByName{?name}",
    existsByName: "/tools/search/existsByName{?name}",
    findByName: "/tools/search/findByName{?name,sort*,projection}",
    self: "/tools/search",
  });
  const { paths } = (await send(app, "/openapi.json")).body;
  const offered = (search: string) =>
    paths[`/tools/search/${search}`].get.parameters.flatMap(({ name = "" }) => name === "" ? [] : [name]);
  assertEquals([offered("countByName"), offered("findByName")], [["name"], ["name", "projection"]]);
});
