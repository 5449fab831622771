import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createApp, createContainer, graphql } from "@espalier/espalier";
import { findResources, GraphQlSource, Resource } from "@espalier/espalier/graphql";

/** Writes files into a new folder that is gone after the test. */
async function folderWith(files: Record<string, string>): Promise<{ url: URL } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(`${path}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${path}/${name}`, text);
  }
  return {
    url: new URL(`file://${path}/`),
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

const extensions = [".graphqls", ".gqls"];

async function find(patterns: string[], ...roots: URL[]): Promise<string[]> {
  const found = await findResources({ roots, patterns, extensions });
  return found.map(({ description }) => roots.reduce((text, root) => text.replace(root.href, ""), description));
}

Deno.test("A3.1 schema files are found below graphql/ in the application's root, by both extensions", async () => {
  await using root = await folderWith({
    "graphql/a.graphqls": "type Query { a: String }",
    "graphql/nested/deep/b.gqls": "extend type Query { b: String }",
    "graphql/notes.md": "not a schema",
    "elsewhere/c.graphqls": "type Broken {",
  });
  await using app = await createApp(createContainer(graphql()), { root: root.url });
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"query":"{ a b }"}',
    }),
  );
  assertEquals(await response.json(), { data: { a: null, b: null } });
});

Deno.test("A3.1 no schema file at all fails the start", async () => {
  await using root = await folderWith({ "readme.md": "" });
  const error = await assertRejects(() => createApp(createContainer(graphql()), { root: root.url }), Error);
  assertStringIncludes(error.message, "No GraphQL schema definition was configured.");
  assertStringIncludes(
    error.message,
    'There is no file for "graphql/**" with an ending of .graphqls, .gqls below file:///',
  );
});

Deno.test("A3.1 a schema file with a syntax error fails the start, naming file, line and column", async () => {
  await using root = await folderWith({ "graphql/bad.graphqls": "type Query {\n  a: String\n  b }" });
  const error = await assertRejects(() => createApp(createContainer(graphql()), { root: root.url }), Error);
  assertStringIncludes(
    error.message,
    `Failed to parse schema resource: ${root.url.href}graphql/bad.graphqls, line 3, column 5`,
  );
});

Deno.test("A3.2 glob patterns over several roots are merged, each file once", async () => {
  await using one = await folderWith({ "x/a.graphqls": "", "x/y/b.graphqls": "", "z/c.gqls": "", "z/d.txt": "" });
  await using two = await folderWith({ "x/e.graphqls": "", "api.v1/f.graphqls": "" });
  assertEquals(await find(["**/*.graphqls", "z/**", "x/*.graphqls"], one.url, two.url), [
    "x/a.graphqls",
    "x/y/b.graphqls",
    "api.v1/f.graphqls",
    "x/e.graphqls",
    "z/c.gqls",
  ]);
  assertEquals(await find(["x/?.graphqls", "{z,w}/*.gqls"], one.url), ["x/a.graphqls", "z/c.gqls"]);
  assertEquals(await find(["x", "z/c.gqls", "nowhere/**"], one.url), ["x/a.graphqls", "x/y/b.graphqls", "z/c.gqls"]);
});

Deno.test("A2.1 a URL is fetched; an answer without success is told", async () => {
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) =>
      new URL(request.url).pathname === "/schema.graphqls"
        ? new Response("type Query { a: String }")
        : new Response("nothing here", { status: 404 }),
  );
  const base = `http://127.0.0.1:${server.addr.port}`;
  assertEquals(await Resource.url(`${base}/schema.graphqls`).text(), "type Query { a: String }");
  const [found] = await findResources({ roots: [], patterns: [`${base}/schema.graphqls`], extensions });
  assertEquals(found?.description, `${base}/schema.graphqls`);
  const error = await assertRejects(async () => await Resource.url(`${base}/other`).text(), Error);
  assertEquals(error.message, 'Cannot read resource as the answer must have a status of 2xx: current value is "404"');
  assertEquals(await Resource.url("data:text/plain,type").text(), "type");
});

Deno.test("A2.1 an operation in a schema resource fails the start, naming its place, as it would be of no effect", async () => {
  const mixed = Resource.text("mixed.graphqls", "type Query { a: String }\nquery Stray { a }");
  const error = await assertRejects(() => GraphQlSource.schemaResourceBuilder().schemaResources(mixed).build(), Error);
  assertEquals(
    error.message,
    "Failed to parse schema resource: mixed.graphqls, line 2, column 1: " +
      "A schema must have definitions of types and directives only",
  );
});

Deno.test("A3.1 a missing permission names the flag", async () => {
  const script = `
    import { createApp, createContainer, graphql } from "@espalier/espalier";
    try { await createApp(createContainer(graphql()), { root: "file:///srv/app/" }); }
    catch (error) { console.log(error.message); }`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--no-check", "--ext=ts", "-"],
    cwd: new URL("../../../", import.meta.url),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(script));
  await writer.close();
  const { stdout } = await child.output();
  assertStringIncludes(new TextDecoder().decode(stdout), "start with --allow-read");
});

Deno.test("A1.2 a schema file that is given twice counts once, by any path and beside other files", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/a.graphqls`, "type Query { a: A }");
    await Deno.writeTextFile(`${folder}/b.graphqls`, "type A { b: String }");
    const schema = ["a.graphqls", "b.graphqls", "./a.graphqls", "x/../b.graphqls"].map((name) =>
      Resource.file(`${folder}/${name.replace("x/../", "./")}`)
    );
    await using app = await createApp(createContainer(graphql({ schema: [...schema, schema[0]!] })));
    assertEquals(Object.keys(app.container.get(GraphQlSource).schema.getQueryType()!.getFields()), ["a"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
