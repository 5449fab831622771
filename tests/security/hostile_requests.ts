/** A random source that gives the same sequence for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 to below 1. */
  next(): number {
    this.#state = this.#state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(this.#state ^ this.#state >>> 15, 1 | this.#state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of the values. */
  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** A length up to a maximum: each power of two is as likely as any other. */
  length(max: number): number {
    return Math.max(1, Math.floor(max ** this.next()));
  }
}

/** A request that a hostile client may send. */
export interface HostileRequest {
  readonly kind: string;
  readonly target: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const maxBody = 1_000_000;
const maxHeader = 60_000;
const maxUrl = 60_000;

/** Fills a length with pieces: one that is repeated, behind a beginning and before an end. */
function filled(random: Random, pieces: readonly string[], max: number): string {
  const start = random.of(["", "", ...pieces]);
  const end = random.of(["", "", "x", "\u{1f600}".slice(0, 0), ...pieces]);
  const piece = random.next() < 0.3 ? random.of(pieces) + random.of(pieces) : random.of(pieces);
  const count = Math.floor(random.length(max) / piece.length);
  return start + piece.repeat(count) + end;
}

/** Headers, with the pieces that their grammar is made of, and where they are read. */
const headers: Readonly<Record<string, readonly [target: string, pieces: readonly string[]]>> = {
  "accept": ["/notes/n2", [
    "a/b,",
    "*/*;q=0.1,",
    ";q=",
    ';a="',
    '\\"',
    ";",
    ",",
    " ",
    "\t",
    "application/json;",
    "q=1;",
  ]],
  "accept-encoding": ["/notes", ["gzip,", ";q=0", " ", ","]],
  "accept-language": ["/graphql?query={greeting}", ["en-", "en,", ";q=0.1,", "-a", " ", ",", "*"]],
  "if-none-match": ["/notes/n2", ['"1",', 'W/"1",', '"', ",", "W/", " ", "*"]],
  "if-match": ["/notes/n2", ['"1",', 'W/"', '"', ",", " ", "*"]],
  "if-modified-since": ["/notes/n2", ["Mon, ", "01 Jan ", "00:", " ", "GMT", "2026"]],
  "content-type": ["POST /notes", ["application/json", ";charset=", "utf-8", ";", "a/b", '="', " ", "\\"]],
  "origin": ["POST /notes", ["http://", "a.", ":", "/", "@", "[", "%41"]],
  "authorization": ["/notes", ["Bearer ", "bearer", " ", "Basic ", "=", "a", "\t"]],
  "traceparent": ["/notes", ["00-", "a", "-", "0", "f"]],
  "baggage": ["/notes", ["a=b,", "%", ";", "=", " "]],
  "range": ["/notes/n2", ["bytes=", "0-", ",", "9", "-"]],
  "cookie": ["/notes", ["a=b; ", ";", "=", '"']],
  "x-forwarded-host": ["/notes", ["a.", ":", "1", ",", "[", "]"]],
  "x-forwarded-prefix": ["/notes", ["/a", "/", "%", "~", "."]],
  "forwarded": ["/notes", ["proto=", ";", 'host="', ",", "a", " ", "="]],
};

function headerRequest(random: Random): HostileRequest {
  const name = random.of(Object.keys(headers));
  const [place, pieces] = headers[name]!;
  const [method, target] = place.includes(" ") ? place.split(" ", 2) as [string, string] : ["GET", place];
  const value = filled(random, pieces, maxHeader).trim();
  return { kind: name, method, target, headers: { [name]: value }, ...(method === "POST" ? { body: "{}" } : {}) };
}

const querySegments = [
  "a",
  ",",
  ".",
  "_",
  "%25",
  "%2C",
  "desc",
  "text",
  "A",
  "aA",
  "1",
  "9",
  "+",
  "%",
  "{",
  "}",
  "writer.",
];

function queryRequest(random: Random): HostileRequest {
  const name = random.of(["sort", "page", "size", "projection", "query", ""]);
  const value = filled(random, querySegments, maxUrl);
  const query = random.of([
    `${name}=${value}`,
    `${name}=${random.of(querySegments)}&`.repeat(random.length(4_000)),
    filled(random, ["&", "=", "a=b&", "sort=text&", "%26", "?", "sort=a,"], maxUrl),
  ]);
  return { kind: "query string", target: `${random.of(["/notes", "/writers", "/notes/n1", "/"])}?${query}` };
}

function searchRequest(random: Random): HostileRequest {
  const search = random.of(["findByTextContainingIgnoreCase", "findByTextLike", "findByTextStartingWith"]);
  const value = filled(random, ["a", "%25", "_", "%5C", "a%25", "a_", "%25_", "b", "%C3%A9"], maxUrl);
  const text = random.of([value, `%25${value}%25`]);
  const ids = `id=${random.of(["n1", "a", "%00"])}&`.repeat(random.length(8_000));
  return random.next() < 0.2
    ? { kind: "search by ids", target: `/notes/search/findByIdIn?${ids}` }
    : { kind: "search", target: `/notes/search/${search}?text=${text}` };
}

function pathRequest(random: Random): HostileRequest {
  const path = filled(random, ["/", "a", "%2F", "%", "..", "{", "}", "%41", "~", "notes/", "%e2%82%ac"], maxUrl);
  return {
    kind: "path",
    method: random.of(["GET", "HEAD", "DELETE", "OPTIONS", "GET"]),
    target: random.of(["/", "/notes/", "/notes/n1/", "/profile/", "/graphql/", "/notes/n1/readers/"]) + path,
  };
}

/** JSON of many shapes, some of it no JSON. */
export function hostileJson(random: Random, max: number = maxBody): string {
  const count = random.length(max / 8);
  const text = filled(random, ["a", "\\\\", "/", " ", "\\u0000", "é", "{}"], max).replaceAll('"', "");
  return random.of<() => string>([
    () =>
      `[${Array(count).fill(random.of(["0", '"a"', "null", "{}", "[]", '{"text":"a"}', '"/writers/w1"'])).join(",")}]`,
    () => `{${Array.from({ length: Math.floor(count / 2) }, (_, i) => `"k${i}":${i}`).join(",")}}`,
    () => "[".repeat(count) + "]".repeat(random.of([count, 0])),
    () => '{"steps":[{"text":"a","steps":'.repeat(random.length(200)),
    () => {
      const depth = random.length(60);
      return '{"text":"a","steps":['.repeat(depth) + "]}".repeat(depth);
    },
    () => `"${text}"`,
    () => `${random.of(["", "-", "1"])}${"9".repeat(count)}`,
    () => " ".repeat(count),
    () => `{${'"__proto__":{'.repeat(random.length(90))}`,
  ])();
}

function bodyRequest(random: Random): HostileRequest {
  const member = random.of([
    "text",
    "tags",
    "steps",
    "labels",
    "extra",
    "writer",
    "readers",
    "id",
    "version",
    "_links",
  ]);
  const json = hostileJson(random);
  const [method, target] = random.of([["POST", "/notes"], ["PUT", "/notes/n3"], ["PATCH", "/notes/n3"]]) as [
    string,
    string,
  ];
  const type = method === "PATCH"
    ? random.of(["application/merge-patch+json", "application/json"])
    : "application/json";
  return {
    kind: `body of ${method}`,
    method,
    target,
    headers: { "content-type": type },
    body: random.of([json, `{"${member}":${json}}`, `{"id":"new","text":"a","${member}":${json}}`]),
  };
}

function linkRequest(random: Random): HostileRequest {
  const lines = filled(random, [
    "/writers/w1\n",
    "/",
    "{",
    "#\n",
    "\r",
    "\n",
    "?",
    "%",
    "%\n",
    " \n",
    "/writers/%ff\n",
    "/writers/none\r\n",
  ], maxBody);
  const links = `{"_links":{"item":[${Array(random.length(40_000)).fill('{"href":"/writers/w1"}').join(",")}]}}`;
  const isJson = random.next() < 0.3;
  return {
    kind: "links",
    method: random.of(["PUT", "POST", "PATCH"]),
    target: random.of(["/notes/n4/readers", "/notes/n4/writer", "/entries/e4/readers"]),
    headers: { "content-type": isJson ? "application/json" : "text/uri-list" },
    body: isJson ? links : lines,
  };
}

function pointer(random: Random): string {
  const segments = [
    "tags",
    "0",
    "-",
    "steps",
    "labels",
    "extra",
    "text",
    "__proto__",
    "constructor",
    "1000000000",
    "~1",
    "x",
  ];
  const depth = random.next() < 0.1 ? random.length(2_000) : random.length(4);
  return Array.from({ length: depth }, () => `/${random.of(segments)}`).join("");
}

function patchOperation(random: Random): string {
  const op = random.of(["add", "remove", "replace", "copy", "move", "test"]);
  const path = random.of([pointer(random), "/tags/-", "/tags/0", "/extra", "/labels/a", "/tags"]);
  const from = random.of([pointer(random), "/tags", "/extra", "/labels", "/steps"]);
  return `{"op":"${op}","path":"${path}","from":"${from}","value":${hostileJson(random, 2_000)}}`;
}

function patchRequest(random: Random): HostileRequest {
  const valid = [
    '{"op":"test","path":"/tags/0","value":"tag 0"}',
    '{"op":"copy","from":"/tags","path":"/extra"}',
    '{"op":"copy","from":"/extra","path":"/extra/x"}',
    '{"op":"add","path":"/tags/-","value":"a"}',
    '{"op":"add","path":"/tags/0","value":"a"}',
    '{"op":"move","from":"/tags/0","path":"/tags/-"}',
    '{"op":"add","path":"/extra","value":{"x":{}}}',
    '{"op":"move","from":"/extra","path":"/extra/x/x"}',
    `{"op":"test","path":"/tags","value":[${Array(random.length(4_000)).fill('"b"').join(",")}]}`,
  ];
  const one = random.of(valid);
  const operations = random.of<() => string[]>([
    () => Array.from({ length: random.length(40) }, () => patchOperation(random)),
    () => Array.from({ length: random.length(1_200) }, () => random.of(valid)),
    () => Array<string>(random.length(Math.floor(maxBody / one.length))).fill(one),
  ])();
  const headers = { "content-type": "application/json-patch+json" };
  const body = `[${operations.join(",")}]`.slice(0, maxBody);
  return { kind: "JSON Patch", method: "PATCH", target: random.of(["/notes/n1", "/notes/n2"]), headers, body };
}

/** Elements of lists that are read from texts: wrong ones, and some that look right. */
const elements = ['"!"', '"%ff"', '"AA=A"', '"2026-99-99T00:00:00Z"', '"1"', '"/writers/%ff"', '"/writers/w1"'];

function listRequest(random: Random): HostileRequest {
  const element = random.of(elements);
  const list = `[${Array(random.length(Math.floor(maxBody / (element.length + 1)))).fill(element).join(",")}]`;
  return {
    kind: "list of texts",
    method: "PATCH",
    target: "/entries/e3",
    headers: { "content-type": "application/merge-patch+json" },
    body: `{"${random.of(["blobs", "dates", "bigs", "readers", "writer", "text"])}":${list}}`,
  };
}

function filterRequest(random: Random): HostileRequest {
  const path = random.of(["text", "at", "amount", "big", "writer", "writer.name", "none", "id"]);
  const operator = random.of(["", ".ne", ".in", ".gt", ".contains", ".startsWith", ".eqIgnoreCase", ".null", ".x"]);
  const value = filled(random, ["a", "%25", "_", "%ff", "%2Fwriters%2Fw1", "2026-99", "9", "1e", "-", "%00"], maxUrl);
  const names = Array.from({ length: random.length(8_000) }, (_, i) => `${random.of(["text", "x", "at"])}${i}`);
  const query = random.of([
    `${path}${operator}=${value}`,
    `${path}${operator}=${random.of(["%25ff", "1", "2026-99-99", "/writers/w1", "a"])}&`.repeat(random.length(4_000)),
    names.join("&"),
  ]);
  return { kind: "filter", target: `/entries?${query}` };
}

function cursorRequest(random: Random): HostileRequest {
  const sort = random.of(["id", "text", "at", "amount", "big", "writer.name", "none"]);
  const value = random.of([
    '"a"',
    "1",
    "null",
    "true",
    "[1]",
    "{}",
    "1e999",
    '"\\ud800"',
    '"\\u0000"',
    `"${"9".repeat(3_000)}"`,
  ]);
  const keys = random.of([
    `{"${sort}":${value},"id":"e1"}`,
    `{"${sort}":${value}}`,
    `{"__proto__":{"id":"e1"}}`,
    `${'{"id":'.repeat(random.length(700))}1`,
    `{${Array.from({ length: random.length(500) }, (_, i) => `"k${i}":1`).join(",")}}`,
    filled(random, ["[", "{", '"', "a", "9"], 4_000),
  ]);
  const cursor = new TextEncoder().encode(keys).toBase64({ alphabet: "base64url", omitPadding: true });
  const parameter = random.of(["page%5Bafter%5D", "page%5Bbefore%5D"]);
  const given = random.next() < 0.1 ? `${parameter}=${cursor}&`.repeat(random.length(20)) : `${parameter}=${cursor}`;
  const count = random.of(["", "&page%5Bcount%5D=true"]);
  return {
    kind: "cursor",
    target: `/entries?sort=${sort}&${given}${count}&size=${random.of(["1", "1000", "-1", "x"])}`,
  };
}

/** Makes hostile requests of each kind. */
export const hostileRequests: readonly ((random: Random) => HostileRequest)[] = [
  headerRequest,
  queryRequest,
  searchRequest,
  pathRequest,
  bodyRequest,
  linkRequest,
  patchRequest,
  listRequest,
  filterRequest,
  cursorRequest,
];

/** Requests of the largest size that bring as many elements as they can, each of them wrong. */
export const largestRequests: readonly HostileRequest[] = [
  ...["%\n", "/writers/%ff\n", "/writers/w1\n", "#\n", " \n"].map((line) => ({
    kind: `lines of ${JSON.stringify(line)}`,
    method: "PUT",
    target: "/entries/e4/readers",
    headers: { "content-type": "text/uri-list" },
    body: line.repeat(Math.floor(maxBody / line.length)),
  })),
  ...(["blobs", "dates", "bigs", "readers"] as const).flatMap((member) =>
    ["%ff", "AAAA", "1"].map((element) => ({
      kind: `${member} of ${element}`,
      method: "PATCH",
      target: "/entries/e3",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ [member]: Array(Math.floor(maxBody / (element.length + 3))).fill(element) }),
    }))
  ),
  ...["/readers/-", "/blobs/-"].map((path) => ({
    kind: `JSON Patch of ${path}`,
    method: "PATCH",
    target: "/entries/e3",
    headers: { "content-type": "application/json-patch+json" },
    body: JSON.stringify(Array(1_000).fill({ op: "add", path, value: "%ff" })),
  })),
  { kind: "sorts", target: `/entries?${"sort=%25f&".repeat(6_000)}` },
  { kind: "filters", target: `/entries?${Array.from({ length: 8_000 }, (_, i) => `text${i}`).join("&")}` },
];
