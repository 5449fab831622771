import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createApp, createContainer, graphql, Resource, serve } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { runSchema } from "@espalier/espalier/schema";
import { captured, Service } from "./service_folder.ts";

const before = `
  type Query { book(first: Int, old: Int @deprecated(reason: "no")): Book gone: Int unused: Int node: Node }
  interface Node { id: ID }
  type Book implements Node { id: ID title: String genre: Genre }
  enum Genre { NOVEL POEM @deprecated(reason: "NOVEL") SONG }`;

const after = `
  type Query { book(first: Int!): Book node: Node }
  interface Node { key: ID }
  type Book implements Node { key: ID title: String year: Int genre: Genre }
  enum Genre { NOVEL PLAY }`;

function diff(...args: string[]): Promise<{ code: number; output: string[] }> {
  return captured(() => runSchema(["diff", ...args]));
}

/** A folder with both versions. */
function versions(files: Record<string, string> = {}): Service {
  return new Service({ "old.graphqls": before, "graphql/new.graphqls": after, ...files });
}

Deno.test("26.7 schema diff lists breaking, dangerous and safe changes, and ends with 1 where clients break", async () => {
  using service = versions();
  const { pathname: root } = service.root;
  const { code, output } = await diff("--root", root, `${root}old.graphqls`, root);
  assertEquals(code, 1);
  const lines = output.join("\n").split("\n");
  assertEquals(lines[0], `Schema ${root}old.graphqls → ${root}: 8 breaking, 1 dangerous, 3 safe`);
  assertEquals(lines.includes("breaking  Field 'gone' was removed from object type 'Query'"), true);
  assertEquals(lines.includes("dangerous Enum value 'PLAY' was added to enum 'Genre'"), true);
  assertEquals(lines.includes("safe      Field 'year' was added to object type 'Book'"), true);
  assertEquals((await diff("--root", root, "--fail-on", "none", `${root}old.graphqls`)).code, 0);
  assertEquals((await diff("--root", root, root)).code, 0);
  using safe = new Service({
    "old.graphqls": "enum E { A } type Query { e: E }",
    "graphql/a.gqls": "enum E { A B } type Query { e: E }",
  });
  const paths = ["--root", safe.root.pathname, `${safe.root.pathname}old.graphqls`];
  assertEquals((await diff(...paths)).code, 0);
  assertEquals((await diff(...paths, "--fail-on", "dangerous")).code, 1);
});

const used = {
  usage: {
    since: "2026-11-01T00:00:00.000Z",
    fields: [
      { coordinate: "Query.book", count: 12, clients: { web: 10, app: 2 } },
      { coordinate: "Query.gone", count: 3, clients: { "old | app": 3 } },
      { coordinate: "Node.id", count: 1, clients: { web: 1 } },
      { coordinate: "Genre.POEM", count: 0, clients: {} },
    ],
  },
};

Deno.test("26.7 schema diff weighs changes with the clients that still use what they are about", async () => {
  using service = versions({ "usage.json": JSON.stringify(used) });
  const { pathname: root } = service.root;
  const args = ["--root", root, "--usage", `${root}usage.json`, `${root}old.graphqls`];
  const { code, output } = await diff(...args, "--format", "json");
  assertEquals(code, 1);
  const { usedSince, changes } = JSON.parse(output.join("\n"));
  assertEquals(usedSince, used.usage.since);
  const uses = Object.fromEntries(
    changes.filter(({ level }: { level: string }) => level === "breaking")
      .map(({ type, path, use }: { type: string; path: string; use?: { count: number } }) => [
        `${type} ${path}`,
        use?.count ?? null,
      ]),
  );
  assertEquals(uses, {
    "FIELD_ARGUMENT_TYPE_CHANGED Query.book.first": 12,
    "FIELD_REMOVED Query.gone": 3,
    "FIELD_REMOVED Node.id": 1,
    "FIELD_REMOVED Book.id": 1,
    "FIELD_REMOVED Query.unused": 0,
    "FIELD_ARGUMENT_REMOVED Query.book.old": 0,
    "ENUM_VALUE_REMOVED Genre.POEM": 0,
    "ENUM_VALUE_REMOVED Genre.SONG": null,
  });
  const { output: text } = await diff(...args);
  assertStringIncludes(text.join("\n"), "'Int!' – used 12 times since 2026-11-01T00:00:00.000Z by web (10), app (2)");
  assertStringIncludes(text.join("\n"), "'unused' was removed from object type 'Query' – not used since");
  assertStringIncludes(text.join("\n"), "'SONG' was removed from enum 'Genre' – use is not known");
  const { output: markdown } = await diff(...args, "--format", "markdown");
  assertStringIncludes(
    markdown.join("\n"),
    "| breaking | Field 'gone' was removed from object type 'Query' | used 3 times",
  );
  assertStringIncludes(markdown.join("\n"), "old \\| app (3)");
});

Deno.test("26.7 schema diff: what no client used does not fail", async () => {
  const files = {
    "old.graphqls": "type Query { a: Int b: Int }",
    "graphql/new.graphqls": "type Query { a: Int }",
    "usage.json": JSON.stringify({
      usage: { since: "2026-11-01", fields: [{ coordinate: "Query.a", count: 1, clients: { w: 1 } }] },
    }),
  };
  using service = new Service(files);
  const { pathname: root } = service.root;
  assertEquals((await diff("--root", root, `${root}old.graphqls`)).code, 1);
  assertEquals((await diff("--root", root, "--usage", `${root}usage.json`, `${root}old.graphqls`)).code, 0);
});

Deno.test("26.7 schema diff reads git revisions", async () => {
  using service = new Service({
    "sub/graphql/a.graphqls": "type Query { a: Int b: Int }",
    "sub/other.graphqls": "type Other { a: Int }",
  });
  const { pathname: root } = service.root;
  const git = async (...args: string[]) => {
    const all = ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args];
    const { success, stderr } = await new Deno.Command("git", { args: all }).output();
    assertEquals([success, success ? "" : new TextDecoder().decode(stderr)], [true, ""]);
  };
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "one");
  service.write("sub/graphql/a.graphqls", "type Query { a: Int }");
  const { code, output } = await diff("--root", `${root}sub`, "git:HEAD");
  assertEquals([code, output.join("\n").includes("Field 'b' was removed")], [1, true]);
  await assertRejects(() => diff("--root", `${root}sub`, "git:nowhere"), TypeError, "Cannot read the git revision: ");
  await assertRejects(() => diff("--root", `${root}sub`, "git:--output=x"), TypeError, "Cannot read git revision");
});

Deno.test("26.7 schema diff asks running services: introspection, the schema endpoint, and their report of use", async () => {
  const features = [
    graphql({ schema: [Resource.text("s", before.replace("Book implements Node", "Book implements Node"))] }),
    actuator(),
  ];
  const app = await createApp(createContainer(...features), {
    properties: {
      logging: { level: "OFF" },
      graphql: { schemaEndpoint: true, usageReport: 10 },
      actuator: { exposureInclude: ["graphql"] },
    },
  });
  await using server = await serve(app, { hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${server.port}`;
  const asked = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-name": "shop" },
    body: JSON.stringify({ query: "{ gone }" }),
  });
  await asked.body?.cancel();
  using service = versions();
  for (const address of [`${url}/graphql`, `${url}/graphql/schema`]) {
    const { code, output } = await diff("--root", service.root.pathname, "--usage", `${url}/actuator/graphql`, address);
    assertEquals(code, 1);
    assertStringIncludes(output.join("\n"), "'gone' was removed from object type 'Query' – used 1 times since");
    assertStringIncludes(output.join("\n"), "by shop (1)");
  }
  await assertRejects(() => diff(`${url}/nothing`), TypeError, "must have a status of 2xx");
});

Deno.test("26.7 schema diff says what is wrong with its command line", async () => {
  using service = versions({ "usage.json": "{}" });
  const { pathname: root } = service.root;
  const wrong: [string[], string][] = [
    [[], "one or two versions must be named"],
    [["a", "b", "c"], "one or two versions must be named"],
    [[`${root}none.graphqls`], "there is no such file"],
    [["--format", "xml", root], '--format as it must be one of text, json, markdown: current value is "xml"'],
    [["--fail-on", "all", root], "--fail-on as it must be one of breaking, dangerous, none"],
    [["--header", "secret", root], "Cannot use --header as it must be NAME:VALUE"],
    [["--usage", `${root}usage.json`, root], 'must have "fields" and "since"'],
  ];
  for (const [args, message] of wrong) {
    const error = await assertRejects(() => diff("--root", root, ...args), TypeError);
    assertStringIncludes(error.message, message);
  }
});
