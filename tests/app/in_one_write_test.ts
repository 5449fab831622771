import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  serve,
  t,
} from "@espalier/espalier";
import { HttpRoute, textResponse } from "@espalier/espalier/http";
import { libraryApp } from "../rest/library.ts";

class Texts {
  @QueryMapping({ params: [param.argument("length", t.int)], returns: t.string })
  text(length: number): string {
    return "é".repeat(length);
  }

  @QueryMapping({ params: [param.argument("length", t.int)], returns: t.string })
  later(length: number): Promise<string> {
    return Promise.resolve(this.text(length));
  }
}

const features = [
  graphql({
    schema: [
      Resource.text("texts.graphqls", "type Query { text(length: Int!): String! later(length: Int!): String! }"),
    ],
  }),
  controller(Texts),
] as const;

const target = (field: string, length: number) =>
  `/graphql?query=${encodeURIComponent(`{ ${field}(length: ${length}) }`)}`;

interface Answer {
  readonly head: string;
  readonly body: string;
}

/** What a request is answered, as it is on the wire. */
async function answered(port: number, requestLine: string): Promise<Answer> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const lines = [requestLine, "Host: localhost", "Accept: application/json", "Connection: close", "", ""];
  await connection.write(new TextEncoder().encode(lines.join("\r\n")));
  const [head, body] = (await new Response(connection.readable).text()).split("\r\n\r\n", 2);
  return { head: head!.toLowerCase(), body: body! };
}

/** How the answer's length is told: as such, or by chunks, and then by how many. */
function framing({ head, body }: Answer): string {
  const length = /content-length: (\d+)/.exec(head);
  const isChunked = head.includes("transfer-encoding: chunked");
  if (length !== null) return isChunked ? "both" : `length ${length[1]}`;
  const sizes = body.split("\r\n").filter((line) => /^[0-9a-f]+$/.test(line));
  return isChunked ? `chunks of ${sizes.map((size) => parseInt(size, 16)).join(" and ")}` : "neither";
}

Deno.test("serve: an answer that is neither short nor long leaves in one write: in a chunk", async () => {
  await using server = await serve(await createApp(createContainer(...features)), { port: 0, quiet: true });
  const framingOf = async (field: string, length: number) =>
    framing(await answered(server.port, `GET ${target(field, length)} HTTP/1.1`));
  for (const field of ["text", "later"]) {
    // The letter is one unit of the text and two bytes.
    const size = (length: number) => `{"data":{"${field}":""}}`.length + 2 * length;
    assertEquals(await framingOf(field, 10), `length ${size(10)}`);
    assertEquals(await framingOf(field, 2_000), `chunks of ${size(2_000)} and 0`);
    assertEquals(await framingOf(field, 60_000), `length ${size(60_000)}`);
  }
});

Deno.test("serve: a document of a collection leaves in one write, too", async () => {
  await using server = await serve(await libraryApp(), { port: 0, quiet: true });
  const answer = await answered(server.port, "GET /books HTTP/1.1");
  assertEquals([answer.head.split("\r\n")[0], framing(answer).slice(0, 6)], ["http/1.1 200 ok", "chunks"]);
});

Deno.test("serve: of a route's own answers those leave in one write that say how long their text is", async () => {
  const route = (path: string, response: () => Response): HttpRoute => ({ path, handle: response });
  const routes = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue(route("/text", () => textResponse("x".repeat(1_000))));
    bind(HttpRoute).toConstantValue(route("/plain", () => new Response("x".repeat(1_000))));
  });
  await using server = await serve(await createApp(createContainer(routes)), { port: 0, quiet: true });
  assertEquals(framing(await answered(server.port, "GET /text HTTP/1.1")), "chunks of 1000 and 0");
  assertEquals(framing(await answered(server.port, "GET /plain HTTP/1.1")), "length 1000");
});

Deno.test("serve: where the protocol has no chunks an answer of any length is told its length", async () => {
  await using server = await serve(await createApp(createContainer(...features)), { port: 0, quiet: true });
  const length = `{"data":{"text":""}}`.length + 4_000;
  for (const requestLine of ["GET * HTTP/1.0", "HEAD * HTTP/1.1"]) {
    const answer = await answered(server.port, requestLine.replace("*", target("text", 2_000)));
    assertEquals([requestLine, framing(answer)], [requestLine, `length ${length}`]);
  }
});

Deno.test("serve: a client reads a text that came in a chunk", async () => {
  await using server = await serve(await createApp(createContainer(...features)), { port: 0, quiet: true });
  const response = await fetch(`${server.url}${target("text", 2_000)}`);
  assertEquals(await response.json(), { data: { text: "é".repeat(2_000) } });
});

Deno.test("serve: an answer that is not sent tells nothing of chunks", async () => {
  await using app = await createApp(createContainer(...features));
  const response = await app.fetch(new Request(`http://localhost${target("text", 2_000)}`));
  assertEquals(response.headers.get("transfer-encoding"), null);
  assertEquals((await response.text()).length, `{"data":{"text":""}}`.length + 2_000);
});
