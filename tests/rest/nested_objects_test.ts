import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, Page, type Pageable, repository, StatementListener, where } from "@espalier/espalier/data";
import { exportRepository, type RepositoryExportOptions, rest } from "@espalier/espalier/rest";
import { hrefs, send } from "./library.ts";

class Country {
  id!: string;
  name!: string;
  code!: string | null;
  neighbour!: Country | null;
}
describeType(Country, {
  id: t.id,
  name: t.string,
  code: t.nullable(t.string),
  neighbour: t.nullable(t.object(() => Country)),
}, { id: "id" });

/** An embedded value that refers to an exported entity. */
class Address {
  street!: string;
  country!: Country | null;
  tags!: readonly string[];
}
describeType(Address, { street: t.string, country: t.nullable(t.object(() => Country)), tags: t.list(t.string) });

/** Not exported: stands inline. */
class Maker {
  id!: string;
  name!: string;
  version!: number;
}
describeType(Maker, { id: t.id, name: t.string, version: t.int }, { id: "id", version: "version" });

class Shop {
  id!: string;
  address!: Address | null;
  branches!: readonly Address[];
  home!: Country | null;
  maker!: Maker | null;
  sales!: readonly Sale[];
}
class Sale {
  id!: number;
  shop!: Shop;
}
describeType(Shop, {
  id: t.id,
  address: t.nullable(t.object(() => Address)),
  branches: t.list(t.object(() => Address)),
  home: t.nullable(t.object(() => Country)),
  maker: t.nullable(t.object(() => Maker)),
  sales: t.list(t.object(() => Sale)),
}, { id: "id", references: { sales: { mappedBy: "shop", fetch: "reference" } } });
describeType(Sale, { id: t.int, shop: t.object(() => Shop) }, { id: "id" });

class Countries extends repository(Country, {}) {}
class Shops extends repository(Shop, {}) {}
class Sales extends repository(Sale, {}) {}

async function shops(
  options: RepositoryExportOptions<Shop> = {},
  onStatement: StatementListener = () => {},
): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Countries).toResolvedValue((database) => new Countries(database), [Database]);
    bind(Shops).toResolvedValue((database) => new Shops(database), [Database]);
    bind(Sales).toResolvedValue((database) => new Sales(database), [Database]);
    bind(StatementListener).toConstantValue(onStatement);
  });
  const container = createContainer(
    data({ entities: [Country, Maker, Shop, Sale] }),
    rest(),
    beans,
    exportRepository(Countries, { properties: { code: { hidden: true } } }),
    exportRepository(Shops, { writable: true, ...options }),
    exportRepository(Sales),
  );
  const app = await createApp(container, { properties: { logging: { level: "OFF" }, http: { corsOrigins: ["*"] } } });
  const france = { id: "fr", name: "France", code: "FRA", neighbour: null };
  await container.get(Countries).saveAll([france, { id: "pe", name: "Peru", code: "PER", neighbour: null }]);
  const [maker] = await container.get(Database).repository(Maker).saveAll([{ id: "m", name: "Maker", version: 0 }]);
  const address = { street: "First", country: france, tags: ["old"] };
  const none = { branches: [], sales: [] };
  const one = { ...none, id: "one", address, home: france, maker: maker! };
  await container.get(Shops).saveAll([one, { ...none, id: "two", address: null, home: null, maker: null }]);
  await container.get(Sales).saveAll(Array.from({ length: 25 }, (_, i) => ({ id: i + 1, shop: one })));
  return app;
}

const mergePatch = { "content-type": "application/merge-patch+json", accept: "*/*" };
const jsonPatch = { "content-type": "application/json-patch+json", accept: "*/*" };

Deno.test("a patch of a nested object leaves its links alone, and sets them by URI", async () => {
  await using app = await shops();
  const patched = async (json: unknown, headers: Record<string, string> = mergePatch) =>
    (await send(app, "PATCH /shops/one", { json, headers })).body.address;
  const linked = (id: string) => ({ _links: { country: { href: `http://localhost/countries/${id}` } } });
  assertEquals(await patched({ address: { street: "Second" } }), { street: "Second", tags: ["old"], ...linked("fr") });
  assertEquals(await patched({ address: { country: "/countries/pe" } }), {
    street: "Second",
    tags: ["old"],
    ...linked("pe"),
  });
  assertEquals(await patched([{ op: "test", path: "/address/country", value: "/countries/pe" }], jsonPatch), {
    street: "Second",
    tags: ["old"],
    ...linked("pe"),
  });
  assertEquals(await patched({ address: { country: null } }), { street: "Second", tags: ["old"] });
  const { status, body } = await send(app, "PATCH /shops/one", { json: { address: { country: "/countries/xx" } } });
  assertEquals([status, body.errors[0].property, body.errors[0].message], [
    400,
    "address.country",
    'must be the URI of an existing item of "countries"',
  ]);
});

Deno.test("a document that replaces an item keeps the nested links that it leaves out", async () => {
  await using app = await shops();
  const { body: whole } = await send(app, "/shops/one");
  const put = async (json: unknown) =>
    (await send(app, "PUT /shops/one", { json, headers: { accept: "*/*" } })).body.address;
  assertEquals(await put(whole), whole.address);
  assertEquals(await put({ address: { street: "Third", country: null } }), { street: "Third", tags: [] });
  const { status, body } = await send(app, "POST /shops", {
    json: { address: { street: "Fourth", country: "/countries/pe" } },
    headers: { accept: "*/*" },
  });
  assertEquals([status, hrefs(body.address)], [201, { country: "/countries/pe" }]);
});

Deno.test("links of nested objects in lists are read where documents have them", async () => {
  await using app = await shops();
  const branch = (street: string, country: string | null) => ({ street, country, tags: [] });
  const link = (id: string) => ({ country: { href: `http://localhost/countries/${id}` } });
  const shown = (street: string, id: string) => ({ street, tags: [], _links: link(id) });
  const branches = async (method: string, json: unknown, headers: Record<string, string> = { accept: "*/*" }) => {
    const { status, body } = await send(app, `${method} /shops/one`, { json, headers });
    return status === 200 ? body.branches : body.errors[0];
  };
  const put = [branch("A", "/countries/fr"), branch("B", "/countries/pe"), branch("C", null)];
  const stored = [shown("A", "fr"), shown("B", "pe"), { street: "C", tags: [] }];
  assertEquals(await branches("PUT", { branches: put }), stored);

  const { body: whole } = await send(app, "/shops/one");
  assertEquals(await branches("PUT", whole), stored);
  assertEquals(await branches("PUT", { branches: [stored[1], { ...stored[0], _links: link("pe") }] }), [
    shown("B", "pe"),
    shown("A", "pe"),
  ]);
  const members = [{ ...shown("A", "pe"), country: "/countries/fr" }, { ...shown("B", "pe"), country: null }];
  assertEquals(await branches("PATCH", { branches: members }, mergePatch), [shown("A", "fr"), {
    street: "B",
    tags: [],
  }]);
  const added = { op: "add", path: "/branches/-", value: shown("D", "fr") };
  assertEquals(await branches("PATCH", [{ op: "remove", path: "/branches/1" }, added], jsonPatch), [
    shown("A", "fr"),
    shown("D", "fr"),
  ]);
  for (const _links of [null, "x", {}, { country: null }, { country: { href: null } }]) {
    assertEquals(await branches("PUT", { branches: [{ street: "E", tags: [], _links }] }), [{ street: "E", tags: [] }]);
  }
  const { property, message } = await branches("PUT", { branches: [shown("F", "nowhere")] });
  assertEquals([property, message], ["branches[0].country", 'must be the URI of an existing item of "countries"']);
});

Deno.test("C2.3 however many links nested objects hold, their targets are found with one query", async () => {
  let statements = 0;
  await using app = await shops({}, () => statements++);
  const needed: number[] = [];
  // The first ones are not yet read along.
  for (const times of [2, 3, 500]) {
    const branches = Array.from({ length: times }, (_, i) => ({
      street: `${i}`,
      country: `/countries/${i % 2 ? "fr" : "pe"}`,
      tags: [],
    }));
    statements = 0;
    assertEquals((await send(app, "PATCH /shops/two", { json: { branches } })).status, 204);
    needed.push(statements);
    const stored = (await send(app, "/shops/two")).body.branches;
    assertEquals(stored.map((branch: { _links: unknown }) => hrefs(branch).country), branches.map((b) => b.country));
  }
  assertEquals(needed[2], needed[1]);
});

Deno.test("a link of a nested object in a list leads to an answer, also when its target is gone or refers to itself", async () => {
  await using app = await shops({ projections: { countries: ["branches.country.name"] } });
  const branch = (street: string, country: string) => ({ street, country, tags: [] });
  const branches = [branch("A", "/countries/fr"), branch("B", "/countries/pe")];
  assertEquals((await send(app, "PATCH /shops/two", { json: { branches } })).status, 204);
  await app.container.get(Countries).deleteById("pe");
  const { body } = await send(app, "/shops/two");
  assertEquals(body.branches.map((shown: { _links?: unknown }) => shown._links === undefined ? {} : hrefs(shown)), [
    { country: "/countries/fr" },
    {},
  ]);
  assertEquals((await send(app, "PUT /shops/two", { json: body })).status, 204);

  const self = (await app.container.get(Countries).findById("fr"))!;
  await app.container.get(Countries).save({ ...self, neighbour: self });
  assertEquals((await send(app, "PATCH /shops/two", { json: { branches: branches.slice(0, 1) } })).status, 204);
  const projected = await send(app, "/shops/two?projection=countries");
  assertEquals(projected.body.branches[0].country.name, "France");
  await app.container.get(Countries).save({ ...self, name: "La France" });
  const renamed = await send(app, "/shops/two?projection=countries");
  assertEquals(renamed.body.branches[0].country.name, "La France");
});

Deno.test("of an entity that stands inline the reference is written, and the answer shows what is stored", async () => {
  await using app = await shops();
  const maker = async (json: unknown) =>
    (await send(app, "PATCH /shops/two", { json: { maker: json }, headers: mergePatch })).body.maker;
  assertEquals(await maker({ id: "m", name: "Another name" }), { id: "m", name: "Maker" });
  assertEquals(await maker({ name: "Another name" }), { id: "m", name: "Maker" });
  assertEquals(await maker(null), null);
});

Deno.test("a list that another entity refers back from is a link, and no part of a document", async () => {
  await using app = await shops();
  const { body } = await send(app, "/shops/two");
  assertEquals([Object.keys(body), hrefs(body).sales], [
    ["address", "branches", "maker", "_links"],
    "/shops/two/sales{?page,size,sort*}",
  ]);
  const { status } = await send(app, "PATCH /shops/two", { json: { sales: ["/sales/1"] } });
  assertEquals([status, (await send(app, "/shops/two/sales")).body.page.totalElements], [204, 0]);
  const schema = await send(app, "/profile/shops", { headers: { accept: "application/schema+json" } });
  assertEquals(Object.keys(schema.body.properties), ["address", "branches", "maker", "_links"]);
  assertEquals(Object.keys(schema.body.$defs.patch.properties), ["address", "branches", "home", "maker"]);
  assertEquals(schema.body.$defs.AddressBody.properties.country, { type: ["string", "null"], format: "uri-reference" });
  assertEquals(Object.keys(schema.body.$defs.Maker.properties), ["id", "name"]);
});

Deno.test("one target of an association is found on whatever page it stands", async () => {
  await using app = await shops({
    associations: {
      sold: {
        target: () => Sale,
        find: async ({ id }, pageable: Pageable) => {
          const sales = app.container.get(Sales);
          assertEquals(pageable.isPaged, true);
          return await sales.findBy(where("shop.id").is(id), pageable) as Page<Sale>;
        },
      },
    },
  });
  for (const association of ["sales", "sold"]) {
    const statuses = ["1", "25", "26", "x"].map((id) => send(app, `/shops/one/${association}/${id}?size=1`));
    assertEquals((await Promise.all(statuses)).map(({ status }) => status), [200, 200, 404, 404]);
  }
  assertEquals((await send(app, "/shops/two/sales/1")).status, 404);
});

Deno.test("an association that stands inline is sorted by, and hides what its own collection hides", async () => {
  await using app = await shops({ properties: { home: { link: false } } });
  const { body } = await send(app, "/shops?sort=home.name,desc&sort=home.code&size=1");
  assertEquals(hrefs(body).next, "/shops?page=1&size=1&sort=home.name,desc");
  assertEquals((await send(app, "/shops/one")).body.home, { id: "fr", name: "France" });
  await using linked = await shops();
  assertEquals(
    hrefs((await send(linked, "/shops?sort=home.name,desc&size=1")).body).next,
    "/shops?page=1&size=1{&sort*}",
  );
});

Deno.test("an item that a projection reaches through nested objects has its links", async () => {
  await using app = await shops({ projections: { places: ["address.country.name", "home.name", "maker.name"] } });
  const { _links, ...one } = (await send(app, "/shops/one?projection=places")).body;
  const link = { href: "http://localhost/countries/fr" };
  const france = { name: "France", _links: { self: link, country: link } };
  assertEquals(one, { address: { country: france }, home: france, maker: { name: "Maker" } });
  const { _links: _, ...two } = (await send(app, "/shops/two?projection=places")).body;
  assertEquals(two, { address: null, home: null, maker: null });
});

Deno.test("C2.3 a number that is no id leads nowhere", async () => {
  await using app = await shops();
  const statuses = ["1", "26", "x", "1.5", "+1", "1e0", "99999999999999999999"].map((id) => send(app, `/sales/${id}`));
  assertEquals((await Promise.all(statuses)).map(({ status }) => status), [200, 404, 404, 404, 404, 404, 404]);
});

Deno.test("a browser is told the methods of each association", async () => {
  await using app = await shops();
  const headers = { origin: "https://example.com", "access-control-request-method": "PUT" };
  const methods = async (path: string) =>
    (await send(app, `OPTIONS ${path}`, { headers })).headers.get("access-control-allow-methods");
  assertEquals(await methods("/shops/one/home"), "GET, HEAD, PUT, DELETE, OPTIONS");
  assertEquals(await methods("/shops/one/sales"), "GET, HEAD, OPTIONS");
});

Deno.test("C4.1 a query that compares what another collection hides is no search", async () => {
  class Seeking extends repository(Shop, { findByHomeCode: "list", findByHomeName: "list" }) {}
  const beans = new ContainerModule(({ bind }) => {
    bind(Countries).toResolvedValue((database) => new Countries(database), [Database]);
    bind(Seeking).toResolvedValue((database) => new Seeking(database), [Database]);
  });
  await using app = await createApp(createContainer(
    data({ entities: [Country, Maker, Shop, Sale] }),
    rest(),
    beans,
    exportRepository(Countries, { properties: { code: { hidden: true } } }),
    exportRepository(Seeking, { properties: { sales: { hidden: true } } }),
  ));
  assertEquals(Object.keys((await send(app, "/shops/search")).body._links), ["findByHomeName", "self"]);
});
