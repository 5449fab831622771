import { assertEquals, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  graphql,
  propertiesFromEnv,
  Resource,
  ResultBudget,
  RuntimeWiringConfigurer,
  t,
} from "@espalier/espalier";
import { closestName } from "../../../src/kernel/closest_name.ts";
import { parseValuePath } from "../../../src/kernel/value_path.ts";
import { GraphQlClient } from "@espalier/espalier/client";
import {
  Base64CursorEncoder,
  BearerTokenAuthenticationExtractor,
  ScrollPositionCursorStrategy,
} from "@espalier/espalier/graphql";
import { baseUrlOf, HttpExchange, HttpRoute } from "@espalier/espalier/http";
import { ClientAddresses } from "../../../src/http/client_addresses.ts";
import { CorsPolicy } from "../../../src/http/cors_policy.ts";
import { HostCheck } from "../../../src/http/host_check.ts";
import { OriginGuard } from "../../../src/http/origin_guard.ts";
import { escapeHtml } from "../../../src/http/page_headers.ts";
import { readSourceFacts } from "../../../src/modulith/source/read_source_facts.ts";
import { PageableResolver, parseSortParameter, QueryParameters } from "@espalier/espalier/rest";
import { withoutVariables } from "../../../src/rest/hal/uri_template.ts";
import { accepts } from "@std/http/negotiation";
import { ifNoneMatch } from "@std/http/etag";
import process from "node:process";
import { openDatabase, repository, UnreadableExpressionError, where } from "@espalier/espalier/data";
import { parseMethodName } from "../../../src/data/query/derived/part_tree.ts";
import { Writer } from "../../security/notes_app.ts";
import { filesBelow } from "../../security/files_below.ts";
import { asyncGrowthOf, growthOf } from "../../security/processor_time.ts";

/** Ignores that a parser refuses: only its time counts. */
function tried(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError && error.message.includes("call stack")) throw error;
  }
}

interface Parser {
  readonly parse: (text: string) => unknown;
  /** What adversarial texts repeat. */
  readonly pieces: readonly string[];
  /** What they begin and end with. */
  readonly around?: readonly (readonly [start: string, end: string])[];
}

class Knot {
  id!: string;
  a!: Knot;
  aA!: Knot;
}
describeType(Knot, { id: t.id, a: t.object(() => Knot), aA: t.object(() => Knot) }, {
  id: "id",
});
await using knots = await openDatabase("memory:");

const addresses = new ClientAddresses({ trustedProxies: ["10.0.0.0/8"] });
const hosts = new HostCheck(["example.org"]);
const cursors = new ScrollPositionCursorStrategy();
const encoder = new Base64CursorEncoder();
const forwarded = (name: string) => (value: string) =>
  addresses.of({ remoteAddress: "10.0.0.1", headers: new Headers({ [name]: value }) });
const variables = (name: string) => (value: string) =>
  propertiesFromEnv({
    get: (asked: string) => asked === name ? value : undefined,
    toObject: () => ({ [name]: value }),
  });

const bearer = new BearerTokenAuthenticationExtractor();
const pageables = new PageableResolver();
const header = (name: string, value: string) => ({ headers: new Headers({ [name]: value }) });
const properties = { csrfProtection: true, trustForwardedHeaders: true };
const cors = new CorsPolicy({
  corsOrigins: ["https://example.org"],
  corsHeaders: [],
  corsExposedHeaders: [],
  corsCredentials: false,
  corsMaxAgeSeconds: 1,
});
const guard = new OriginGuard(properties, cors);
const exchange = (path: string, headers: Record<string, string> = {}) =>
  new HttpExchange(new Request(`http://localhost/${path}`, { headers }));

const parsers: Readonly<Record<string, Parser>> = {
  "a bearer token": {
    parse: (authorization) => bearer.getAuthentication({ authorization }),
    pieces: [" ", "a", "=", "\n", "bearer "],
    around: [["Bearer", "\n"], ["Bearer ", "=\n"], ["", "x"]],
  },
  "Accept": {
    parse: (text) => accepts(header("accept", text), "text/html", "application/json"),
    pieces: ["a/b,", ";q=", '"', '\\"', ";a=b", "*/*;q=0,", " ", ",", ";"],
    around: [["text/html;a=", "x"], ["", "x"]],
  },
  "If-None-Match": {
    parse: (text) => ifNoneMatch(text, '"1"'),
    pieces: ['"a",', 'W/"', ",", " ", '"'],
  },
  "Origin": {
    parse: (origin) => guard.refusal(exchange("", { origin })),
    pieces: ["a.", ":", "/", "@", "%41"],
    around: [["http://", "x"]],
  },
  "a path": {
    parse: (path) => exchange(path).path,
    pieces: ["/", "%2f", "%", "a", "../../", "é"],
  },
  "a query string": {
    parse: (query) => {
      const parameters = new QueryParameters(query);
      pageables.resolve(parameters);
      return parameters.without(new Set(["page"]));
    },
    pieces: ["&", "=", "a=b&", "sort=a,b&", "sort=", "%41", "%", "+", ",", "page=1&"],
    around: [["", ""], ["sort=", ",desc"], ["size=", "x"]],
  },
  "a sort": { parse: parseSortParameter, pieces: ["a", ",", ".", " ", "%25", "a,", "_"] },
  "X-Forwarded-For": { parse: forwarded("x-forwarded-for"), pieces: ["10.0.0.1,", "[::1]:1,", "[", "1.", ":", ","] },
  "Forwarded": { parse: forwarded("forwarded"), pieces: ["for=10.0.0.1,", 'for="', ";", "for=;", " ", ","] },
  "X-Forwarded-Prefix": {
    parse: (value) =>
      baseUrlOf(
        new Request("http://localhost/", { headers: { "x-forwarded-prefix": value, "x-forwarded-host": value } }),
        {
          trustForwardedHeaders: true,
        },
      ),
    pieces: ["/a", "/", "%41", "~", "a.", "[", ":1"],
    around: [["/", "/"], ["a", "!"]],
  },
  "Host": {
    parse: (host) => hosts.refusal(exchange("", { host })),
    pieces: ["a.", ".", "[", "1", "@", "%41", "xn--"],
    around: [["", ".example.org"]],
  },
  "a cursor": {
    parse: (text) => cursors.fromCursor(encoder.decode(text)),
    pieces: ["A", "=", " ", "T1", "/", "-"],
    around: [["", ""], ["S18", "=="], ["T18", ""]],
  },
  "the keys of a cursor": {
    parse: (text) => cursors.fromCursor(text),
    pieces: ["9", "{", '"a":1,', '{"$bigint":"9"}', "["],
    around: [["O_", ""], ["K_", ""], ["K_{", "}"], ['K_{"a":{"$bigint":"', '"}}']],
  },
  "a file of a module": {
    parse: (text) => readSourceFacts(text, "shop/module.ts"),
    pieces: [
      "bind(A).to(",
      "bind(A).toB(new ",
      "class A extends ",
      "publish(new A",
      "a.env.get('",
      "listenTo(A,",
      "/*",
      "/**\n",
      "//",
      "`${",
      "{",
      "(",
      "<a>",
      "a/",
      "\\",
      '"',
      "'",
      "export {",
      "import(",
      "@a(",
      "a,",
      " ",
      "const a = ",
      "<",
      "/[",
      "=>",
      "\\u0041",
      "@namedInterface ",
      "export const a = applicationModule(",
      "\n",
    ],
    around: [["", ""], ["export default ", "x"], ["/** @namedInterface ", " */ export const a = 1;"]],
  },
  "a file of a module with elements": {
    parse: (text) => readSourceFacts(text, "shop/module.tsx"),
    pieces: [
      "/* @jsxImportSource ",
      " * ",
      "x=<T>(",
      "x=<T>({",
      "x=<T>(a)</T>",
      "x=<a<;",
      "x=<a<{;",
      "x=<a b='",
      'x=<a b="{',
      "delete<T>(x){}",
      "x=<T,",
      "x=<T extends ",
      "</T>",
      "<a/>",
      "x=</*",
      "// @deno-types='./a.d.ts'\n",
      "/// <reference path='a' />\n",
      "import(a,",
      "new Worker(",
      "import.meta.resolve(",
    ],
    around: [["", ""], ["x = <T>(", ")</T>"], ["interface I { <T>(x: T): T; ", " }"]],
  },
  "a file of a module in JavaScript": {
    parse: (text) => readSourceFacts(text, "shop/module.js"),
    pieces: [
      "/**",
      "*/",
      " @type {",
      " @type import('a').",
      " @param a",
      " @import {a ",
      ' @import * as a from "a"',
      " @import a, {",
      "import('a', {",
      "import(",
      "import('a').b<",
      " {{ ",
      " `@type ",
      "\n * ",
      "\\u0061",
      " '",
    ],
    around: [["/** import ", " */"], ["/** @type {import", "} */"], ["/**\n * @import ", " */ f();"]],
  },
  "the declaration of a module": {
    parse: (text) =>
      readSourceFacts(
        `import { applicationModule } from "@espalier/espalier";\nexport default applicationModule(${text}`,
        "a",
      ),
    pieces: ["{", "[", '"a",', "import.meta.url,", "-1,", "/* */", "...a,", "`a`,"],
    around: [["{ allowedDependencies: [", "] })"], ["", ")"], ["{ id: ", " })"]],
  },
  "a configured number": { parse: variables("ESPALIER_HTTP_PORT"), pieces: ["9", " ", "-", "0x", "e", "_"] },
  "a configured list": {
    parse: variables("ESPALIER_HTTP_CORSORIGINS"),
    pieces: [",", "a,", " ", " ,", "=", "https://"],
  },
  "configured levels": { parse: variables("ESPALIER_LOGGING_LEVELS"), pieces: [",", "a=", "a=INFO,", ".", "=", " "] },
  "an unknown property": { parse: (text) => variables(`ESPALIER_${text}`)("1"), pieces: ["A", "_", "HTTP_"] },
  "a misspelt name": { parse: (text) => closestName(text, ["port", "a".repeat(20_000)]), pieces: ["a", "po"] },
  "a path in a result": {
    parse: parseValuePath,
    pieces: ["a.", "a[0]", "[", "]", ".", " ", "[0]"],
    around: [["", ""], ["a", "x"]],
  },
  "the name of a query method": {
    parse: (text) => parseMethodName(`findBy${text}`),
    pieces: ["A", "And", "Or", "AOrB", "OrderBy", "IgnoreCase", "AllIgnoreCase", "Is", "Not", "1", "_", "aAsc", "In"],
    around: [["", ""], ["A", "OrderByADesc"], ["First9", ""]],
  },
  "the size of a result": {
    parse: (text) => new ResultBudget({ maxValues: 0, maxBytes: 1e9, timeoutMs: 0 }).measure([text, { [text]: 1 }]),
    pieces: ["a", '"', "\u0001", "é", "\u{1f600}", "\ud800"],
  },
  "HTML": { parse: escapeHtml, pieces: ["<", "&", "a", '"'] },
  "a URI template": { parse: withoutVariables, pieces: ["{", "}", "{a", "{}", "?"] },
};

Deno.test("every parser of headers and queries takes time linear in the length of what it reads", () => {
  const slow: string[] = [];
  for (const [name, { parse, pieces, around = [["", ""]] }] of Object.entries(parsers)) {
    for (const piece of pieces) {
      for (const [start, end] of around) {
        const growth = growthOf((length) => {
          const text = start + piece.repeat(Math.ceil(length / piece.length)) + end;
          return () => tried(() => parse(text));
        }, 16_000);
        if (growth > 24) slow.push(`${name}: ${JSON.stringify([start, piece, end])} ${growth.toFixed()}`);
      }
    }
  }
  assertEquals(slow, []);
});

Deno.test("a schema file with banners of comments is read at once, and one of nothing else is empty", async () => {
  const banner = `${"#".repeat(200)}\n`.repeat(500);
  const spaced = `${"# ".repeat(100)}\r\n, \uFEFF\n`.repeat(200);
  const schema = [
    Resource.text("banners", `${banner}type Query { greeting: String } ${banner}`),
    Resource.text("comments", banner + spaced),
  ];
  await using app = await createApp(createContainer(graphql({ schema })), {
    properties: { logging: { level: "OFF" } },
  });
  const response = await app.fetch(new Request("http://localhost/graphql?query={__typename}"));
  assertEquals(await response.json(), { data: { __typename: "Query" } });
});

Deno.test("patterns of routes are matched in time linear in the path", async () => {
  const paths = ["/a/{x}/b/{y}/c", "/{x}/{y}/{z}", "/files/{*path}"];
  const routes = new ContainerModule(({ bind }) => {
    for (const path of paths) bind(HttpRoute).toConstantValue({ path, handle: () => new Response("found") });
  });
  await using app = await createApp(createContainer(data({ url: "memory:", entities: [] }), routes));
  for (const piece of ["/", "a/", "%2f", "/b", "{", "%"]) {
    const started = performance.now();
    await (await app.fetch(new Request(`http://localhost/a/${piece.repeat(60_000 / piece.length)}/c`))).text();
    assertEquals(performance.now() - started < 5_000, true, piece);
  }
});

Deno.test("searches take time linear in the length of text and pattern, in memory and in SQLite", async () => {
  const a = "a".repeat(60_000);
  const searches = [
    where("name").containing(`${a}b${a}`),
    where("name").containing(`${a}b${a}`).ignoringCase(),
    where("name").like(`%${a}b${a}%`),
    where("name").like(`%${"a%".repeat(60_000)}b`),
    where("name").like(`%${"a_".repeat(4_000)}b%`),
    where("name").like(`%${"%_".repeat(30_000)}b`),
  ];
  for (const url of ["memory:", "sqlite::memory:"]) {
    await using database = await openDatabase(url);
    const writers = database.repository(Writer);
    await database.createTables(Writer);
    await writers.save(Object.assign(new Writer(), { id: "1", name: "a".repeat(400_000) }));
    for (const [i, search] of searches.entries()) {
      const before = process.cpuUsage();
      assertEquals(await writers.countBy(search), 0);
      const { user, system } = process.cpuUsage(before);
      assertEquals([url, i, (user + system) / 1000 < 1_500], [url, i, true]);
    }
    assertEquals(await writers.countBy(where("name").containing(a)), 1);
    assertEquals(await writers.countBy(where("name").like(`%${"a".repeat(5_000)}_a%`)), 1);
    await assertRejects(
      () => writers.countBy(where("name").like(`%${a}_a%`)),
      UnreadableExpressionError,
      'a part with "_" between two "%" must have at most 10000 characters: current length is 60002',
    );
  }
});

/** What the path in a finder's name means is worked out when the repository is made. */
Deno.test("the properties in the name of a query method are found in time linear in its length", () => {
  const finder = (words: string) => {
    const name = `findBy${words}`;
    return () => tried(() => make(name));
  };
  const make = (name: string) => {
    const Knots = repository(Knot, { [name]: { returns: "list" } } as never) as unknown as new (at: unknown) => unknown;
    return new Knots(knots);
  };
  for (
    const [start, piece, end] of [["", "A", "Id"], ["", "A", "Missing"], ["", "A_", "x"], ["", "1", ""], [
      "A",
      "Xy",
      "",
    ]]
  ) {
    const growth = growthOf((length) => finder(start + piece!.repeat(length) + end), 400);
    assertEquals([piece, end, growth > 24], [piece, end, false]);
  }
});

/** A body that arrives in pieces. */
function bodyOf(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

function clientOf(kind: "events" | "http", contentType: string, pieces: () => Iterable<string>): GraphQlClient {
  const fetch = () => Promise.resolve(new Response(bodyOf(pieces()), { headers: { "content-type": contentType } }));
  const options = { url: "http://localhost/graphql", fetch };
  return kind === "http" ? GraphQlClient.http(options) : GraphQlClient.eventStream(options);
}

function* repeated(text: string, count: number, end = ""): Generator<string> {
  for (let i = 0; i < count; i++) yield text;
  yield end;
}

const part = (value: unknown) => `event: next\ndata: ${JSON.stringify(value)}\n\n`;

/** A list of which each item arrives in a part of its own. */
function* streamedItems(count: number): Generator<string> {
  yield part({ data: { items: [] }, pending: [{ id: "0", path: ["items"] }], hasNext: true });
  for (let i = 0; i < count; i++) yield part({ incremental: [{ id: "0", items: [{ id: i }] }], hasNext: true });
  yield part({ completed: [{ id: "0" }], hasNext: false });
}

Deno.test("the client reads what a server sends in time linear in its length", async () => {
  const events = "text/event-stream";
  const servers: Readonly<Record<string, (size: number) => GraphQlClient>> = {
    "a line of many pieces": (size) => clientOf("events", events, () => repeated("data: a", size)),
    "characters one by one": (size) => clientOf("events", events, () => repeated("d", size)),
    "returns": (size) => clientOf("events", events, () => repeated("\r", size)),
    "colons": (size) => clientOf("events", events, () => [":".repeat(size * 20)]),
    "lines of data": (size) => clientOf("events", events, () => ["data: 1\n".repeat(size * 4), "\n"]),
    "events of other names": (size) => clientOf("events", events, () => repeated("event: a\n\n", size)),
    "items in parts": (size) => clientOf("events", events, () => streamedItems(size / 2)),
    "a deep answer": (size) => clientOf("http", "application/json", () => ["[".repeat(size * 20)]),
    "an answer of many pieces": (size) => clientOf("http", "application/json", () => repeated(" ", size, "1")),
  };
  const slow: string[] = [];
  for (const [name, client] of Object.entries(servers)) {
    const growth = await asyncGrowthOf(
      (size) => () => client(size).document("{ items { id } }").execute().catch(() => {}),
      1_000,
    );
    if (growth > 24) slow.push(`${name}: ${growth.toFixed()}`);
  }
  assertEquals(slow, []);
});

Deno.test("headers, documents and JSON of GraphQL requests are read in time linear in their length", async () => {
  const schema = [Resource.text("named", "type Query { named(text: String): String }")];
  const wiring = new ContainerModule(({ bind }) => {
    bind(RuntimeWiringConfigurer).toConstantValue({
      configure: (wiring) => wiring.type("Query", (type) => type.dataFetcher("named", () => "a")),
    });
  });
  const limits = { maxTokens: 0, maxInputValues: 0, maxRootFields: 0 };
  await using app = await createApp(createContainer(graphql({ schema }), wiring), {
    properties: { graphql: limits, logging: { level: "OFF" }, http: { maxBodyBytes: 100_000_000 } },
  });
  const headers = { "content-type": "application/json" };
  const send = async (init: { headers?: Record<string, string>; body: string }) => {
    const request = { method: "POST", ...init, headers: { ...headers, ...init.headers } };
    return await (await app.fetch(new Request("http://localhost/graphql", request))).text();
  };
  const plain = JSON.stringify({ query: "{ named }" });
  const ofHeader = (name: string) => (text: string) => send({ headers: { [name]: text }, body: plain });
  const ofQuery = (start: string, end: string) => (text: string) =>
    send({ body: JSON.stringify({ query: start + text + end }) });
  const attacks: Readonly<Record<string, readonly [(text: string) => Promise<string>, readonly string[]]>> = {
    "Accept-Language": [ofHeader("accept-language"), ["a-", "a,", ";q=0.1,", " ", "-"]],
    "Accept": [ofHeader("accept"), ["a/b,", ";charset=", ";boundary=", ';boundary="', "*/*,", " ;", ","]],
    "Content-Type": [ofHeader("content-type"), ["; ", ";charset=", "a", '="']],
    "Cookie": [ofHeader("cookie"), ["a=", ";", "a=b; ", "=", " "]],
    "traceparent": [ofHeader("traceparent"), ["00-", "a", "-"]],
    "a document": [ofQuery("{ ", " }"), ["#\n", ",", "named ", "{", "\n", "...a "]],
    "the shape of a document": [ofQuery("query Q", " { named }"), [
      "a",
      " ",
      '"""',
      '\\"""',
      "1",
      "1 ",
      "%",
      "(",
      "$a ",
    ]],
    "a string of a document": [ofQuery('{ named(text: "', '") }'), ["a", "\\n", "\\u0041", "\ud83d\ude00"]],
    "a block of a document": [ofQuery('{ named(text: """', '""") }'), ["\n ", '\\"""', '"', "\n", " "]],
    "variables": [(text) => send({ body: `{"query":"query ($a: String) { named(text: $a) }","variables":${text}` }), [
      "[",
      "{",
      '{"a":',
      "1",
      " ",
    ]],
  };
  const slow: string[] = [];
  for (const [name, [attack, pieces]] of Object.entries(attacks)) {
    for (const piece of pieces) {
      const growth = await asyncGrowthOf((length) => {
        const text = piece.repeat(Math.ceil(length / piece.length)).trim();
        return () => attack(text);
      }, 8_000);
      if (growth > 24) slow.push(`${name}: ${JSON.stringify(piece)} ${growth.toFixed()}`);
    }
  }
  assertEquals(slow, []);
});

/** Files that go through texts character by character, or search them from a place on, and where their time is measured. */
const scanners: Readonly<Record<string, string>> = {
  "src/kernel/decode_descriptor.ts": "each character once",
  "src/data/catalogue/columns_in_text.ts": "texts that the database has parsed",
  "src/data/catalogue/postgres_catalogue.ts": "names that the database's catalogue gives",
  "src/data/catalogue/sqlite_catalogue.ts": "texts that the database has parsed",
  "src/data/catalogue/sqlite_table_text.ts": "texts that the database has parsed",
  "src/data/query/derived/property_of_name.ts": "the properties in the name of a query method",
  "src/data/statements/sql_tokens.ts": "at most 8,192 characters of a statement, each once",
  "src/data/store/like_segment.ts": "searches",
  "src/data/compare_values.ts": "each character once",
  "src/data/store/sql/sql_moments.ts": "one search from the second character, in a date that the store made",
  "src/data/store/sql/successor.ts": "each character once",
  "src/data/store/text_search.ts": "searches",
  "src/graphql/execution/documents/document_shape.ts": "a document, the shape of a document",
  "src/graphql/execution/documents/parse_and_validate.ts": "a document",
  "src/kernel/recent_texts.ts": "each character once",
  "src/graphql/interception/limits/source_limits.ts": "a document, a block of a document",
  "src/graphql/wiring/resource_locations.ts": "one search in a glob that code gives",
  "src/http/base_url.ts": "one search; X-Forwarded-Prefix",
  "src/http/http_exchange.ts": "a path",
  "src/http/packed_assets.ts": "each character once, of our own files",
  "src/access_log/access_entry.ts": "one character that is escaped",
  "src/subscriptions/notification_chunks.ts": "one character for each chunk",
  "src/console/page/src/pages/rest/hal.ts": "in the browser of a developer: a document of the service",
  "src/http/page_headers.ts": "HTML",
  "src/http/unread_bodies.ts": "one character for each piece",
  "src/kernel/log_line_as_text.ts": "one character for each match",
  "src/kernel/result_budget.ts": "the size of a result",
  "src/kernel/shortened.ts": "one character",
  "src/migrations/diff/change.ts": "a definition of our own, once by one pattern",
  "src/migrations/migration_file.ts": "lines of a migration, each once",
  "src/migrations/split_statements.ts": "a migration of 2 MB in tests/migrations",
  "src/modulith/documentation/mermaid_diagram.ts": "one character for each match",
  "src/modulith/events/externalization/externalized_route.ts": "a route that code gives",
  "src/modulith/model/build_modules.ts": "paths of the project",
  "src/modulith/model/module_folders.ts": "paths of the project",
  "src/modulith/source/declarator_names.ts": "a file of a module",
  "src/modulith/source/decorators.ts": "a file of a module",
  "src/modulith/source/documentation_tags.ts": "a file of a module",
  "src/modulith/source/documented_types.ts": "a file of a module in JavaScript",
  "src/modulith/source/jsx.ts": "a file of a module with elements",
  "src/modulith/source/line_ends.ts": "a file of a module",
  "src/modulith/source/mentions.ts": "a file of a module",
  "src/modulith/source/quoted_text.ts": "a file of a module",
  "src/modulith/source/regular_expressions.ts": "a file of a module",
  "src/modulith/source/source_cursor.ts": "a file of a module",
  "src/modulith/source/source_lexer.ts": "a file of a module",
  "src/modulith/source/token_context.ts": "a file of a module with elements",
  "src/modulith/source/type_comments.ts": "a file of a module with elements",
  "src/rest/explorer/explorer_script.ts": "runs in the browser",
};

Deno.test("every file that scans texts by hand is measured, or says why it need not be", async () => {
  const found: string[] = [];
  for await (const path of filesBelow("src")) {
    if (!path.endsWith(".ts")) continue;
    const text = await Deno.readTextFile(path);
    if (/charCodeAt\(|codePointAt\(|lastIndex\b|matchAll\(|ndexOf\([^()]*, /.test(text)) found.push(path);
  }
  assertEquals(found.sort(), Object.keys(scanners).sort());
});
