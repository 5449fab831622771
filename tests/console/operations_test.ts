import { assertEquals, assertMatch } from "@std/assert";
import { type Application, createApp, createContainer, graphql, Resource } from "@espalier/espalier";
import { console as consolePages } from "@espalier/espalier/console";
import { graphiql } from "@espalier/espalier/graphiql";
import { ask } from "./console_app.ts";

const query = "query Books { __typename }\n";

interface Project extends AsyncDisposable {
  readonly folder: string;
  readonly app: Application;
}

/** A service in a folder of its own. */
async function project(preset: "development" | "test" = "development"): Promise<Project> {
  const outer = await Deno.makeTempDir();
  const folder = `${outer}/service`;
  for (const each of ["graphql-documents", "node_modules/a", ".git"]) {
    await Deno.mkdir(`${folder}/${each}`, { recursive: true });
    await Deno.writeTextFile(`${folder}/${each}/books.graphql`, query);
  }
  await Deno.writeTextFile(`${folder}/schema.graphql`, "type Query { a: Int }");
  await Deno.writeTextFile(`${outer}/outside.graphql`, query);
  await Deno.symlink(outer, `${folder}/link`);
  await Deno.symlink(`${outer}/outside.graphql`, `${folder}/linked.graphql`);
  const schema = Resource.text("a", "type Query { a: Int }");
  const app = await createApp(createContainer(consolePages(), graphql({ schema: [schema] }), graphiql()), {
    root: new URL(`file://${folder}/main.ts`),
    properties: { preset, console: { enabled: preset === "development" }, logging: { level: "ERROR" } },
  });
  return {
    folder,
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await Deno.remove(outer, { recursive: true });
    },
  };
}

async function put(app: Application, path: string, body: unknown, headers: HeadersInit = {}) {
  const response = await ask(app, `/console/data/operations/${path}`, {
    method: "PUT",
    headers: { "x-espalier-console": "1", "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const get = async (app: Application, path = "") => await (await ask(app, `/console/data/operations${path}`)).json();

Deno.test("25.3 the project's operations are listed and read; schemas, links and hidden folders are not", async () => {
  await using service = await project();
  const { files, ...rest } = await get(service.app);
  assertEquals(rest, { isComplete: true, isReadable: true, isWritable: true });
  assertEquals(files.map(({ path, operations }: Record<string, unknown>) => [path, operations]), [
    ["graphql-documents/books.graphql", ["Books"]],
  ]);
  const { text, version } = await get(service.app, "/graphql-documents/books.graphql");
  assertEquals([text, version], [query, files[0].version]);
  assertEquals((await get(service.app, "/schema.graphql")).status, 404);
});

Deno.test("25.3 a file of operations is replaced only in the version that was read", async () => {
  await using service = await project();
  const path = "graphql-documents/books.graphql";
  const { version } = await get(service.app, `/${path}`);
  const texts = [1, 2].map((number) => `query Books { a${number}: __typename }`);
  const saved = await Promise.all(texts.map((text) => put(service.app, path, { text, version })));
  assertEquals(saved.map(({ status }) => status), [200, 409]);
  assertEquals(await Deno.readTextFile(`${service.folder}/${path}`), texts[0]);
  assertEquals((await put(service.app, path, { text: texts[1] })).status, 409);
  const next = await put(service.app, path, { text: texts[1], version: saved[0]!.body.version });
  assertEquals(next.status, 200);
  assertEquals((await put(service.app, "new/folder/more.graphql", { text: query })).status, 200);
  assertEquals(await Deno.readTextFile(`${service.folder}/new/folder/more.graphql`), query);
  const names = [...Deno.readDirSync(`${service.folder}/graphql-documents`)].map(({ name }) => name);
  assertEquals(names, ["books.graphql"]);
});

Deno.test("25.3 nothing but operations in .graphql files below the service's folder is written", async () => {
  await using service = await project();
  const paths = [
    "..%2Foutside.graphql",
    "%2e%2e%2Foutside.graphql",
    "graphql-documents%2F..%2F..%2Foutside.graphql",
    "link/outside.graphql",
    "link/new.graphql",
    "linked.graphql",
    "main.ts",
    "graphql-documents/.graphql",
    "node_modules/a/books.graphql",
    ".git/books.graphql",
    "schema.graphql",
    "a%00.graphql",
    "a%5C..%5Cb.graphql",
    `${"a".repeat(400)}.graphql`,
  ];
  for (const path of paths) {
    const { status, body } = await put(service.app, path, { text: query });
    assertEquals(status, 400, `${path}: ${body.detail}`);
  }
  const broken = await put(service.app, "a.graphql", { text: "query {" });
  assertMatch(
    broken.body.detail,
    /^Cannot save "a\.graphql" as its text must be a GraphQL document: .*line 1, column 8/,
  );
  assertEquals((await put(service.app, "a.graphql", { text: "type Query { a: Int }" })).status, 400);
  assertEquals((await put(service.app, "a.graphql", { text: 1 })).status, 400);
  assertEquals((await put(service.app, "a.graphql", { text: `#${"x".repeat(600_000)}` })).status, 413);
  const foreign = await put(service.app, "b.graphql", { text: query }, { origin: "https://evil.example" });
  assertEquals(foreign.status, 403);
  assertEquals(await Deno.readTextFile(`${service.folder}/../outside.graphql`), query);
  assertEquals(await Deno.readTextFile(`${service.folder}/schema.graphql`), "type Query { a: Int }");
});

Deno.test("25.3 GraphiQL may be shown in frames of the console alone, and its files are not there outside of development", async () => {
  await using service = await project();
  const page = await ask(service.app, "/graphiql?path=/graphql");
  await page.body?.cancel();
  const policy = page.headers.get("content-security-policy")!;
  assertEquals([/frame-ancestors [^;]*/.exec(policy)?.[0], page.headers.get("x-frame-options")], [
    "frame-ancestors 'self'",
    "SAMEORIGIN",
  ]);
  const shell = await ask(service.app, "/console");
  await shell.body?.cancel();
  assertMatch(shell.headers.get("content-security-policy")!, /frame-ancestors 'none'.*; frame-src 'self'$/);
  await using other = await project("test");
  const missing = await ask(other.app, "/console/data/operations");
  await missing.body?.cancel();
  assertEquals(missing.status, 404);
});
