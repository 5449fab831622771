import { assertEquals, assertRejects } from "@std/assert";
import { ContainerModule, createApp, createContainer, data, graphql, Resource } from "@espalier/espalier";
import { BearerTokenAuthenticationExtractor } from "@espalier/espalier/graphql";
import { CorsPolicy, HttpExchange, HttpRoute, OriginGuard } from "@espalier/espalier/http";
import { PageableResolver, parseSortParameter, QueryParameters, withoutVariables } from "@espalier/espalier/rest";
import { accepts } from "@std/http/negotiation";
import { ifNoneMatch } from "@std/http/etag";
import process from "node:process";
import { openDatabase, UnreadableExpressionError, where } from "@espalier/espalier/data";
import { Writer } from "./notes_app.ts";
import { growthOf } from "./processor_time.ts";

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
    pieces: ["/", "%2f", "%", "a", "../", "é"],
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
