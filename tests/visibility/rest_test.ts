import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { visibility } from "@espalier/espalier/security";
import { times } from "../long.ts";
import { Random } from "../security/random.ts";
import { libraryApp, staff } from "./library.ts";
import { seen } from "./two_apps.ts";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

function requestOf({ method, path, body, type = "application/json", headers = {} }: Sent): Request {
  return new Request(`http://localhost${path}`, {
    method,
    headers: body === undefined ? headers : { "content-type": type, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function assertSame(whole: Application, bare: Application, sent: Sent): Promise<number> {
  const [one, other] = [await seen(await whole.fetch(requestOf(sent))), await seen(await bare.fetch(requestOf(sent)))];
  assertEquals(one, other, JSON.stringify(sent));
  return one.status;
}

const paths = [
  "/",
  "/profile",
  "/profile/books",
  "/profile/authors",
  "/profile/audits",
  "/openapi.json",
  "/books",
  "/authors",
  "/audits",
  "/audits/x",
  "/books/b1",
  "/books/b3",
  "/books/zz",
  "/books/b1/author",
  "/books/b1/editor",
  "/books/b1/audit",
  "/books/search",
  "/books/search/findByCost?cost=4993",
  "/books/search/findByYear?year=1901",
  "/books/search/findByYearOrderByCostDesc?year=1901",
  "/books/search/countByAuthorSalary?authorSalary=815",
  "/books/search/findByTitleContaining?title=1&sort=cost",
  "/explorer",
];
const parameters = [
  "sort=cost",
  "sort=title",
  "sort=author.salary",
  "sort=year,desc",
  "cost=5000",
  "cost.gte=1",
  "author.salary=815",
  "title=Title%201",
  "year.gte=1901",
  "projection=short",
  "size=2",
  "page=1",
  "sort=place.rent",
  "sort=editor",
  "csot=1",
  "sort=csot",
];
const properties: readonly (readonly [string, unknown])[] = [
  ["title", "New"],
  ["year", 1950],
  ["cost", 1],
  ["cost", "wrong"],
  ["audit", "/audits/x"],
  ["editor", "/authors/emma"],
  ["author", "/authors/jane"],
  ["author", "/authors/none"],
  ["place", { city: "Rome", rent: 1 }],
  ["place", { city: "Rome", rent: "wrong" }],
  ["place", { city: 5 }],
  ["csot", 1],
  ["title", null],
];

function randomRequest(random: Random): Sent {
  const some = <T>(all: readonly T[], most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick(all));
  if (random.below(3) > 0) {
    const path = random.pick(paths);
    const query = some(parameters, 3).join("&");
    const accept = random.pick([
      undefined,
      "application/hal+json",
      "application/prs.hal-forms+json",
      "application/schema+json",
      "application/alps+json",
      "text/uri-list",
      "text/html",
    ]);
    const join = query === "" ? "" : path.includes("?") ? "&" : "?";
    const method = random.pick(["GET", "GET", "GET", "HEAD", "OPTIONS"]);
    return { method, path: `${path}${join}${query}`, ...(accept === undefined ? {} : { headers: { accept } }) };
  }
  const body = Object.fromEntries(some(properties, 4));
  const id = random.pick(["b1", "b2", "n1", "n2"]);
  const patch = some(properties, 3).map(([name, value]) => ({
    op: random.pick(["add", "replace", "test", "remove"]),
    path: random.pick([`/${name}`, `/${name}`, "/place/rent", "/place/city"]),
    value,
  }));
  return random.pick<Sent>([
    { method: "POST", path: "/books", body: { id: random.pick(["n1", "n2", "n3"]), title: "T", ...body } },
    { method: "PUT", path: `/books/${id}`, body: { title: "P", ...body } },
    { method: "PATCH", path: `/books/${id}`, body, type: "application/merge-patch+json" },
    { method: "PATCH", path: `/books/${id}`, body: patch, type: "application/json-patch+json" },
    { method: "DELETE", path: `/books/${random.pick(["n1", "n2", "b1/editor", "b1/audit", "b2/author"])}` },
    { method: "POST", path: "/audits", body: { id: "y", note: "n" } },
  ]);
}

Deno.test("no REST request reveals what is hidden: answers equal those of a service without it, byte for byte", async () => {
  await using whole = await libraryApp(true);
  await using bare = await libraryApp(false);
  for (const path of paths) await assertSame(whole, bare, { method: "GET", path });
  const random = new Random(24);
  const statuses = new Map<number, number>();
  for (let i = 0; i < times(250, 20_000); i++) {
    const status = await assertSame(whole, bare, randomRequest(random));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  for (const status of [200, 201, 204, 400, 404]) assert((statuses.get(status) ?? 0) > 2, `${status} is rare`);
  assertEquals(statuses.get(500), undefined);
});

Deno.test("what the public writes leaves hidden values as they are", async () => {
  await using app = await libraryApp(true);
  const put = { method: "PUT", path: "/books/b1", body: { title: "New", place: { city: "Rome", rent: 1 }, cost: 1 } };
  assertEquals((await app.fetch(requestOf(put))).status < 300, true);
  const whole = await (await app.fetch(requestOf({ method: "GET", path: "/books/b1", headers: staff }))).json();
  assertEquals([whole.title, whole.cost, whole.place], ["New", 4993, { city: "Rome", rent: 9001 }]);
});

Deno.test("an ETag of one profile is none of another", async () => {
  await using app = await libraryApp(true);
  const get = (headers: Record<string, string>) => app.fetch(requestOf({ method: "GET", path: "/books/b1", headers }));
  const first = await get({});
  await first.body?.cancel();
  const etag = first.headers.get("etag")!;
  assertEquals((await get({ "if-none-match": etag })).status, 304);
  const other = await get({ "if-none-match": etag, ...staff });
  assertEquals([other.status, (await other.json()).cost], [200, 4993]);
});

Deno.test("what an export can't hide stops the start", async () => {
  class Item {
    id!: string;
    cost!: number;
  }
  describeType(Item, { id: t.id, cost: t.int }, { id: "id" });
  class Items extends repository(Item, {}) {}
  const start = (hide: readonly string[], options: object) =>
    createApp(
      createContainer(
        data({ entities: [Item] }),
        rest(),
        new ContainerModule(({ bind }) => {
          bind(Items).toResolvedValue((database: Database) => new Items(database), [Database]);
        }),
        exportRepository(Items, options),
        visibility({ profiles: { public: { hide } }, choose: () => "public" }),
      ),
      { properties: { logging: { level: "OFF" } } },
    );
  const refused: [readonly string[], object, string][] = [
    [["Item.id"], {}, "it is the id"],
    [["Item.cost"], { writable: true }, "clients create items, which need it"],
    [["Item.cost"], { projections: { all: (item: Item) => ({ cost: item.cost }) } }, 'projection "all" is a function'],
    [["Item.cots"], {}, 'did you mean "Item.cost"?'],
  ];
  for (const [hide, options, message] of refused) {
    const error = await assertRejects(() => start(hide, options), Error);
    assertStringIncludes(error.message + String((error.cause as Error | undefined)?.message), message);
  }
  await using app = await start(["Item"], {});
  const response = await app.fetch(new Request("http://localhost/items"));
  assert(response.status === 404, await response.text());
});
