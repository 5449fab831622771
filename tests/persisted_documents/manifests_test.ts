import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  type Application,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  graphql,
  Resource,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import {
  DocumentManifests,
  persistedDocuments,
  type PersistedDocumentsOptions,
} from "@espalier/espalier/persisted-documents";
import { RawSocket } from "../graphql/transport/raw_socket.ts";

const schema = Resource.text("schema", "type Query { a: Int b: Int } type Subscription { a: Int }");

function start(
  options: PersistedDocumentsOptions,
  root?: URL,
  more: EspalierPropertiesInput = {},
): Promise<Application> {
  const container = createContainer(graphql({ schema: [schema] }), actuator(), persistedDocuments(options));
  return createApp(container, {
    ...(root && { root }),
    properties: {
      logging: { level: "OFF" },
      graphql: { trustedDocuments: "only" },
      actuator: { exposureInclude: ["persisteddocuments"] },
      ...more,
    },
  });
}

async function ask(app: Application, documentId: string, client = "web"): Promise<{ status: number; body: unknown }> {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "graphql-client-name": client },
      body: JSON.stringify({ documentId }),
    }),
  );
  return { status: response.status, body: await response.json() };
}

const messageOf = ({ body }: { body: unknown }) => (body as { errors?: { message: string }[] }).errors?.[0]?.message;

async function report(app: Application, path = ""): Promise<Record<string, unknown>> {
  const response = await app.fetch(new Request(`http://localhost/actuator/persisteddocuments${path}`));
  return response.status === 200 ? await response.json() : { status: response.status };
}

/** A folder of manifests in a service's folder. */
class Folder implements Disposable {
  readonly root = new URL(`file://${Deno.makeTempDirSync()}/`);
  write(path: string, content: unknown): void {
    const file = new URL(`manifests/${path}`, this.root);
    Deno.mkdirSync(new URL(".", file), { recursive: true });
    Deno.writeTextFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  retire(name: string): void {
    Deno.mkdirSync(new URL("manifests/retired/", this.root), { recursive: true });
    Deno.renameSync(new URL(`manifests/${name}`, this.root), new URL(`manifests/retired/${name}`, this.root));
  }
  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

const apollo = (operations: Record<string, string>) => ({
  format: "apollo-persisted-query-manifest",
  version: 1,
  operations: Object.entries(operations).map(([id, body]) => ({ id, body, name: "Q", type: "query" })),
});

Deno.test("26.7 several versions of manifests are active at once, in the formats of Apollo and Relay", async () => {
  using folder = new Folder();
  folder.write("web-1.0.0.json", apollo({ w1: "{ a }", shared: "{ b }" }));
  folder.write("app-7.json", { r1: "{ b }", shared: "{ b }" });
  await using app = await start({ manifests: "manifests" }, folder.root);
  assertEquals((await ask(app, "w1")).body, { data: { a: null } });
  assertEquals((await ask(app, "r1")).body, { data: { b: null } });
  assertEquals((await ask(app, "shared")).body, { data: { b: null } });
  assertStringIncludes(messageOf(await ask(app, "other"))!, "its id must be one of a trusted document");
});

Deno.test("26.7 manifests are reloaded without a restart; a broken one changes nothing", async () => {
  using folder = new Folder();
  folder.write("web-1.json", { one: "{ a }" });
  await using app = await start({ manifests: "manifests", whenRetired: "reload the page" }, folder.root);
  const manifests = app.container.get(DocumentManifests);
  folder.write("web-2.json", { two: "{ b }" });
  assertStringIncludes(messageOf(await ask(app, "two"))!, "its id must be one");
  await manifests.reload();
  assertEquals((await ask(app, "two")).body, { data: { b: null } });
  folder.write("web-3.json", "{ broken");
  await assertRejects(() => manifests.reload(), TypeError, 'Cannot read manifest "web-3.json" as it must be JSON');
  folder.write("web-3.json", { ...apollo({}), version: 2 });
  await assertRejects(() => manifests.reload(), TypeError, 'Cannot use manifest "web-3": Cannot read the manifest');
  folder.write("web-3.json", { two: "{ a }" });
  await assertRejects(
    () => manifests.reload(),
    TypeError,
    'Cannot use manifests "web-2" and "web-3" together as document "two" must be the same in both',
  );
  assertEquals([(await ask(app, "one")).status, (await ask(app, "two")).status], [200, 200]);
  Deno.removeSync(new URL("manifests/web-3.json", folder.root));
  folder.retire("web-1.json");
  await manifests.reload();
  const retired = await ask(app, "one");
  assertEquals([retired.status, retired.body], [410, {
    errors: [{
      message: 'Cannot execute document "one" as its manifest "web-1" is retired: reload the page',
      extensions: { classification: "DOCUMENT_RETIRED" },
    }],
  }]);
  assertEquals((await ask(app, "two")).status, 200);
});

Deno.test("26.7 a document of a retired manifest is executed where another one has it, and refused on WebSockets, too", async () => {
  const manifests = () => [
    { name: "web-2", manifest: { kept: "{ a }" } },
    { name: "web-1", manifest: { kept: "{ a }", gone: "{ b }" }, isRetired: true },
  ];
  await using app = await start({ manifests });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  assertEquals((await ask(app, "kept")).status, 200);
  await using socket = new RawSocket(`ws://127.0.0.1:${server.addr.port}/graphql`);
  await socket.init();
  const payload = { query: "", extensions: { documentId: "gone" } };
  await socket.send({ id: "1", type: "subscribe", payload });
  assertStringIncludes(JSON.stringify(await socket.next()), "is retired: update the client");
});

Deno.test("26.7 the actuator tells which clients use which manifest, and which documents", async () => {
  const manifests = () => [
    { name: "web-2", manifest: { a: "{ a }", b: "{ b }", unused: "{ a b }" } },
    { name: "web-1", manifest: { a: "{ a }", old: "{ b a }" }, isRetired: true },
  ];
  await using app = await start({ manifests });
  await ask(app, "a", "shop");
  await ask(app, "a", "shop");
  await ask(app, "b", "admin");
  await ask(app, "old", "kiosk");
  await ask(app, "nothing", "kiosk");
  const { manifests: shown } = await report(app) as { manifests: Record<string, unknown>[] };
  assertEquals(shown.map(({ lastUsed, ...rest }): object => ({ ...rest, isUsed: lastUsed !== undefined })), [
    { name: "web-2", state: "active", documents: 3, usedDocuments: 2, clients: { shop: 2, admin: 1 }, isUsed: true },
    { name: "web-1", state: "retired", documents: 2, usedDocuments: 2, clients: { shop: 2, kiosk: 1 }, isUsed: true },
  ]);
  const { documents } = await report(app, "/web-2") as { documents: { id: string; clients: unknown }[] };
  assertEquals(documents.map(({ id, clients }) => [id, clients]), [["a", { shop: 2 }], ["b", { admin: 1 }], [
    "unused",
    {},
  ]]);
  assertEquals(await report(app, "/web-9"), { status: 404 });
});

Deno.test("26.7 manifests that can't be loaded fail the start, with the reason", async () => {
  using folder = new Folder();
  await assertRejects(
    () => start({ manifests: "manifests" }, folder.root),
    Error,
    "it must be a folder with JSON files",
  );
  folder.write("web.json", { one: 1 });
  await assertRejects(() => start({ manifests: "manifests" }, folder.root), Error, 'a text for document "one"');
});

Deno.test("26.7 names of clients and of unknown documents don't grow what is counted", async () => {
  const manifests = await DocumentManifests.of({ load: () => [{ name: "m", manifest: { a: "{ a }" } }] });
  for (let i = 0; i < 1_000; i++) manifests.find(`unknown-${i}`, `client-${i}`);
  assertEquals(manifests.uses()[0]!.clients, {});
  await using app = await start({ manifests: () => [{ name: "m", manifest: { a: "{ a }" } }] });
  for (let i = 0; i < 150; i++) await ask(app, "a", `client-${i}`);
  const { clients } = app.container.get(DocumentManifests).uses()[0]!;
  assertEquals([Object.keys(clients).length, clients._OTHER], [101, 50]);
});
