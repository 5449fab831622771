import { assertEquals } from "@std/assert";
import type { Application } from "@espalier/espalier";
import { notesApp } from "../security/notes_app.ts";

interface Answer {
  readonly status: number;
  readonly limit?: unknown;
  readonly detail?: string;
}

async function send(app: Application, [method, path]: [string, string], type: string, body: string): Promise<Answer> {
  const headers = { "content-type": type };
  const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers, body }));
  const text = await response.text();
  return text === "" ? { status: response.status } : JSON.parse(text) as Answer;
}

const [uris, merge, patch] = ["text/uri-list", "application/merge-patch+json", "application/json-patch+json"];

Deno.test("the links of a body are limited by rest.maxLinks, however they are sent", async () => {
  await using app = await notesApp({ size: 5, properties: { rest: { maxLinks: 3 } } });
  const links = (count: number) => Array<string>(count).fill("/writers/w1");
  const inJson = (count: number) => JSON.stringify({ _links: { item: links(count).map((href) => ({ href })) } });
  const ways = (count: number): Promise<Answer>[] => [
    send(app, ["PUT", "/entries/e1/readers"], uris!, links(count).join("\r\n")),
    send(app, ["PUT", "/entries/e1/readers"], "application/json", inJson(count)),
    send(app, ["PATCH", "/entries/e1"], merge!, JSON.stringify({ readers: links(count) })),
    send(app, ["PATCH", "/entries/e1"], patch!, JSON.stringify([{ op: "add", path: "/readers", value: links(count) }])),
  ];
  const limit = { name: "maxLinks", value: 3 };
  for (const answer of ways(4)) {
    const { status, detail, limit: told } = await answer;
    const expected = "Cannot read the request body as the number of its links must be <= 3";
    assertEquals([status, detail, told], [400, expected, limit]);
  }
  for (const answer of ways(3)) assertEquals((await answer).status, 204);
});

Deno.test("the values of a body's JSON are limited by rest.maxInputValues: lists, objects and what they hold", async () => {
  await using app = await notesApp({ size: 5, properties: { rest: { maxInputValues: 10 } } });
  const limit = { name: "maxInputValues", value: 10 };
  // The object, the list, and its elements.
  const bigs = (count: number) => JSON.stringify({ bigs: Array(count).fill(1) });
  assertEquals((await send(app, ["PATCH", "/entries/e1"], merge!, bigs(8))).status, 204);
  const refused = await send(app, ["PATCH", "/entries/e1"], merge!, bigs(9));
  const detail = "Cannot read the request body as the number of its values must be <= 10";
  assertEquals([refused.status, refused.detail, refused.limit], [400, detail, limit]);
  // Three objects of two members.
  const test = { op: "remove", path: "/x" };
  assertEquals((await send(app, ["PATCH", "/entries/e1"], patch!, JSON.stringify(Array(4).fill(test)))).limit, limit);
  assertEquals(
    (await send(app, ["PATCH", "/entries/e1"], patch!, JSON.stringify(Array(3).fill(test)))).limit,
    undefined,
  );
});

Deno.test("0 switches the limits on bodies off", async () => {
  await using app = await notesApp({ size: 5, properties: { rest: { maxLinks: 0, maxInputValues: 0 } } });
  const lines = "/writers/w1\n".repeat(10_001);
  assertEquals((await send(app, ["PUT", "/entries/e1/readers"], uris!, lines)).status, 204);
  const bigs = JSON.stringify({ bigs: Array(50_000).fill(1) });
  assertEquals((await send(app, ["PATCH", "/entries/e1"], merge!, bigs)).status, 204);
});

Deno.test("lines of text/uri-list end at CR, LF or both; comments, blank lines and indentation are left out", async () => {
  await using app = await notesApp({ size: 5 });
  const body = "# two\r\n /writers/w1 \r\n\n\r\t#/writers/w9\r/writers/w2\u0020\n   \n#";
  assertEquals((await send(app, ["PUT", "/entries/e1/readers"], uris!, body)).status, 204);
  const response = await app.fetch(
    new Request("http://localhost/entries/e1/readers", { headers: { accept: uris! } }),
  );
  assertEquals(await response.text(), "http://localhost/writers/w1\r\nhttp://localhost/writers/w2\r\n");
});

Deno.test("a text is read as bytes where it is Base64, whatever its padding, and refused otherwise", async () => {
  await using app = await notesApp({ size: 5 });
  const texts = [
    "",
    "A",
    "AA",
    "AAA",
    "AAAA",
    "A=",
    "AA=",
    "AA==",
    "AAA=",
    "AAA==",
    "AAAA=",
    "AAAA==",
    "A===",
    "====",
    "=",
  ];
  texts.push(
    "AA AA",
    "\nAA==\t",
    "A A = =",
    "AA=A",
    "AB==",
    "AAB",
    "A-_A",
    "Aé==",
    "AA\u00a0==",
    "AA==AA==",
    "/+9a",
    "!",
  );
  const isRead = (text: string): boolean => {
    try {
      Uint8Array.fromBase64(text);
      return true;
    } catch {
      return false;
    }
  };
  for (const text of texts) {
    const { status } = await send(app, ["PATCH", "/entries/e1"], merge!, JSON.stringify({ blobs: [text] }));
    assertEquals([text, status < 300], [text, isRead(text)]);
  }
});
