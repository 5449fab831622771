import { assert, assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, openDatabase, repository, StatementListener } from "@espalier/espalier/data";
import { exportRepository, RepositoryEventListener, rest } from "@espalier/espalier/rest";
import { hasPostgres, postgresUrl } from "../data/stores.ts";
import { send } from "./library.ts";

class Place {
  city!: string | null;
  since!: Date | null;
}
describeType(Place, { city: t.nullable(t.string), since: t.nullable(t.date) });
class Label {
  id!: number;
  text!: string;
}
describeType(Label, { id: t.int, text: t.string }, { id: "id" });
class Card {
  id!: number;
  title!: string;
  amount!: bigint;
  place!: Place | null;
  history!: readonly Place[];
  notes!: unknown;
  label!: Label | null;
  others!: readonly Label[];
  spare!: Label | null;
  version!: number;
}
describeType(Card, {
  id: t.int,
  title: t.string,
  amount: t.bigint,
  place: t.nullable(t.object(() => Place)),
  history: t.list(t.object(() => Place)),
  notes: t.nullable(t.json),
  label: t.nullable(t.object(() => Label)),
  others: t.list(t.object(() => Label)),
  spare: t.nullable(t.object(() => Label)),
  version: t.int,
}, { id: "id", version: "version", references: { spare: { onDelete: "set null" } } });
/** Not exported. */
class Secret {
  id!: number;
  label!: Label;
}
describeType(Secret, { id: t.int, label: t.object(() => Label) }, { id: "id" });

class Cards extends repository(Card, {}) {}
class Labels extends repository(Label, {}) {}

interface Board extends AsyncDisposable {
  readonly app: Application;
  readonly statements: string[];
  readonly saved: object[];
}

const kinds = ["memory", "sqlite", "postgres"] as const;

async function board(kind: typeof kinds[number]): Promise<Board> {
  const statements: string[] = [];
  const saved: object[] = [];
  const schema = `espalier_unchanged_${crypto.randomUUID().slice(0, 8)}`;
  const isPostgres = kind === "postgres";
  const admin = isPostgres ? await openDatabase(postgresUrl, { maxConnections: 1 }) : undefined;
  await admin?.execute(`create schema ${schema}`);
  const url = isPostgres ? postgresUrl : kind === "memory" ? "memory:" : "sqlite::memory:";
  const container = createContainer(
    data({ url, entities: [Label, Card, Secret], ...(isPostgres ? { schema, maxConnections: 2 } : {}) }),
    rest(),
    new ContainerModule(({ bind }) => {
      bind(StatementListener).toConstantValue((text) => void statements.push(text));
      bind(RepositoryEventListener).toConstantValue({ onBeforeSave: (entity) => void saved.push(entity as object) });
      bind(Cards).toResolvedValue((database) => new Cards(database), [Database]);
      bind(Labels).toResolvedValue((database) => new Labels(database), [Database]);
    }),
    exportRepository(Cards, { writable: true, properties: { label: { name: "tag" } } }),
    exportRepository(Labels, { writable: true }),
  );
  const app = await createApp(container, { properties: { preset: "production", logging: { level: "OFF" } } });
  const database = app.container.get(Database);
  const labels = [1, 2, 3, 4].map((id) => Object.assign(new Label(), { id, text: `label ${id}` }));
  await database.repository(Label).saveAll(labels);
  const place = { city: "Rome", since: new Date("2020-01-01T00:00:00.000Z") };
  const values = {
    id: 1,
    title: "One",
    amount: 9007199254740993n,
    place,
    history: [place],
    notes: { b: 1, a: [null] },
  };
  await database.repository(Card).save(
    Object.assign(new Card(), { ...values, label: labels[0], others: labels.slice(0, 2), spare: labels[2] }),
  );
  await database.repository(Secret).save(Object.assign(new Secret(), { id: 1, label: labels[3] }));
  return {
    app,
    statements,
    saved,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await admin?.execute(`drop schema ${schema} cascade`);
      await admin?.close();
    },
  };
}

function onEveryBoard(name: string, test: (board: Board, kind: string) => Promise<void>): void {
  for (const kind of kinds) {
    Deno.test({
      name: `${name} [${kind}]`,
      ignore: kind === "postgres" && !hasPostgres,
      fn: async () => {
        await using opened = await board(kind);
        await test(opened, kind);
      },
    });
  }
}

const json = { "content-type": "application/json" };
const uris = { "content-type": "text/uri-list" };

onEveryBoard(
  "20.10 a PATCH, PUT or link that changes nothing keeps version and ETag, and writes nothing",
  async ({ app, statements, saved }) => {
    const { body: { _links, ...document } } = await send(app, "/cards/1");
    const patch = (body: unknown, type = "application/merge-patch+json") =>
      ["PATCH /cards/1", { headers: { "content-type": type }, body: JSON.stringify(body) }] as const;
    const requests: readonly (readonly [string, RequestInit])[] = [
      patch({}),
      patch({ title: "One" }),
      patch({ tag: "/labels/1", others: ["http://localhost/labels/1", "/labels/2"], notes: { a: [null], b: 1 } }),
      patch({ place: { city: "Rome", since: "2020-01-01T00:00:00Z" } }),
      patch(
        [{ op: "replace", path: "/title", value: "Two" }, { op: "replace", path: "/title", value: "One" }],
        "application/json-patch+json",
      ),
      ["PUT /cards/1", { headers: json, body: JSON.stringify(document) }],
      ["PUT /cards/1", {
        headers: { ...json, "if-match": '"1"' },
        body: JSON.stringify({ ...document, tag: "/labels/1" }),
      }],
      ["PUT /cards/1/tag", { headers: uris, body: "/labels/1" }],
      ["PUT /cards/1/others", { headers: uris, body: "/labels/1\n/labels/2" }],
      ["POST /cards/1/others", { headers: uris, body: "" }],
      ["DELETE /cards/1/others/4", {}],
    ];
    for (const [target, init] of requests) {
      statements.length = 0;
      const { status, headers } = await send(app, target, init);
      const isItem = !target.includes("/1/");
      assertEquals([target, status, isItem ? headers.get("etag") : '"1"'], [target, 204, '"1"']);
      assertEquals(statements.filter((text) => /^(insert|update|delete)/i.test(text)), [], `${target} ${init.body}`);
    }
    assertEquals(saved, []);
    assertEquals((await send(app, "/cards/1")).headers.get("etag"), '"1"');
  },
);

onEveryBoard("20.10 what does change counts the version on, whatever it is", async ({ app, saved }) => {
  let version = 1;
  const changes = [
    { place: { city: "Rome", since: "2020-01-01T00:00:00.001Z" } },
    { place: { city: null } },
    { place: null },
    { history: [] },
    { notes: { b: 1, a: [] } },
    { amount: "9007199254740992" },
    { others: ["/labels/2", "/labels/1"] },
    { tag: null },
  ];
  for (const change of changes) {
    const headers = { "content-type": "application/merge-patch+json", "if-match": `"${version}"` };
    const answer = await send(app, "PATCH /cards/1", { headers, body: JSON.stringify(change) });
    assertEquals([JSON.stringify(change), answer.status, answer.headers.get("etag")], [
      JSON.stringify(change),
      204,
      `"${++version}"`,
    ]);
  }
  assertEquals(saved.length, changes.length);
});

onEveryBoard(
  "20.10 deleting what others refer to or list is 409 and names them, unlinking is described",
  async ({ app }) => {
    const referred = await send(app, "DELETE /labels/1");
    assertEquals([referred.status, referred.body.references], [409, ["cards.tag", "cards.others"]]);
    assertEquals(
      referred.body.detail,
      "Cannot delete the item as nothing must refer to it: cards.tag, cards.others does",
    );
    assertEquals((await send(app, "DELETE /labels/2")).body.references, ["cards.others"]);
    const hidden = await send(app, "DELETE /labels/4");
    assertEquals([hidden.status, hidden.body.references], [409, ["what is not exported"]]);
    assertEquals((await send(app, "/cards/1/others")).body._embedded.labels.length, 2);
    assertEquals((await send(app, "DELETE /labels/3")).status, 204);
    const { headers } = await send(app, "/cards/1");
    assertEquals([headers.get("etag"), (await send(app, "/cards/1/spare")).status], ['"2"', 404]);
    // Once nothing refers to it, it can go.
    await send(app, "PUT /cards/1/others", { headers: uris, body: "/labels/1" });
    assertEquals((await send(app, "DELETE /labels/2")).status, 204);
  },
);

Deno.test("20.10 pages of other origins may send conditions, and read validators and locations", async () => {
  const container = createContainer(
    data({ url: "memory:", entities: [Label, Card] }),
    rest(),
    new ContainerModule(({ bind }) => {
      bind(Labels).toResolvedValue((database) => new Labels(database), [Database]);
      bind(Cards).toResolvedValue((database) => new Cards(database), [Database]);
    }),
    exportRepository(Labels, { writable: true }),
    exportRepository(Cards, { writable: true }),
  );
  await using app = await createApp(container, {
    properties: { preset: "production", logging: { level: "OFF" }, http: { corsOrigins: ["https://app.example"] } },
  });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app.fetch);
  const browser = pageOf("https://app.example", `http://127.0.0.1:${server.addr.port}`);
  const created = await browser("POST", "/cards", {
    headers: json,
    body: JSON.stringify({ id: 7, title: "A", amount: "1", others: [], history: [] }),
  });
  assertEquals([created.status, created.headers.has("location")], [201, true]);
  const location = new URL(created.headers.get("location")!).pathname;
  const read = await browser("GET", location);
  const etag = read.headers.get("etag")!;
  assertEquals(etag, '"1"');
  const patch = (condition: string) =>
    browser("PATCH", location, {
      headers: { "content-type": "application/merge-patch+json", "if-match": condition },
      body: '{"title":"B"}',
    });
  const written = await patch(etag);
  assertEquals([written.status, written.headers.get("etag")], [200, '"2"']);
  assertEquals((await patch(etag)).status, 412);
  assertEquals((await browser("GET", location, { headers: { "if-none-match": '"2"' } })).status, 304);
  const stranger = pageOf("https://evil.example", `http://127.0.0.1:${server.addr.port}`);
  const refused = await stranger("PATCH", location, { headers: { "if-match": etag } }).catch((error) => error.message);
  assertEquals(refused, "preflight refused");
});

/** Does for a page what browsers do by the Fetch standard: asks before unsafe requests, and hides other headers. */
function pageOf(origin: string, base: string) {
  const safeHeaders = new Set(["accept", "accept-language", "content-language"]);
  const readable = ["cache-control", "content-language", "content-length", "content-type", "expires", "last-modified"];
  const listOf = (response: Response, name: string) =>
    (response.headers.get(name) ?? "").toLowerCase().split(",").map((value) => value.trim());
  return async (method: string, path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)/.test(
      headers.get("content-type") ?? "text/plain",
    );
    const unsafe = [...headers.keys()].filter((name) => !safeHeaders.has(name) && !(name === "content-type" && isForm));
    if (!["GET", "HEAD", "POST"].includes(method) || unsafe.length > 0) {
      const preflight = await fetch(base + path, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": unsafe.toSorted().join(","),
        },
      });
      await preflight.body?.cancel();
      const isAllowed = preflight.ok && preflight.headers.get("access-control-allow-origin") === origin &&
        listOf(preflight, "access-control-allow-methods").includes(method.toLowerCase()) &&
        unsafe.every((name) => listOf(preflight, "access-control-allow-headers").includes(name));
      if (!isAllowed) throw new TypeError("preflight refused");
    }
    headers.set("origin", origin);
    const response = await fetch(base + path, { ...init, method, headers });
    assert(response.headers.get("access-control-allow-origin") === origin);
    const exposed = new Set([...readable, ...listOf(response, "access-control-expose-headers")]);
    const visible = [...response.headers].filter(([name]) => exposed.has(name));
    const body = response.status === 204 || response.status === 304 ? null : await response.arrayBuffer();
    if (body === null) await response.body?.cancel();
    return new Response(body, { status: response.status, headers: visible });
  };
}
