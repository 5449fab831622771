import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Application, createApp, createContainer, type EspalierPropertiesInput, serve } from "@espalier/espalier";
import { compression } from "@espalier/espalier/compression";
import { HttpRoute, textResponse } from "@espalier/espalier/http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync } as const;

const sentence = "One and the same sentence, ünïcödé 🌳 included. ";
const text = sentence.repeat(100);
const long = sentence.repeat(20_000);

const json = { "content-type": "application/json" };

const routes: Readonly<Record<string, () => Response>> = {
  "/text": () => textResponse(text, { headers: { "content-type": "text/plain" } }),
  "/plain": () => new Response(text, { headers: { "content-type": "text/plain" } }),
  "/long": () => textResponse(long, { headers: json }),
  "/short": () => textResponse("short", { headers: json }),
  "/error": () => textResponse(text, { status: 422, headers: { "content-type": "application/problem+json" } }),
  "/strong": () => textResponse(text, { headers: { ...json, etag: '"7"' } }),
  "/weak": () => textResponse(text, { headers: { ...json, etag: 'W/"7"', vary: "accept" } }),
  "/fixed": () => textResponse(text, { headers: { ...json, "cache-control": "private, no-transform" } }),
  "/cookie": () => textResponse(text, { headers: { ...json, "set-cookie": "session=1" } }),
  "/events": () => new Response(text, { headers: { "content-type": "text/event-stream" } }),
  "/parts": () => new Response(text, { headers: { "content-type": "multipart/mixed; boundary=-" } }),
  "/image": () => new Response(text, { headers: { "content-type": "image/png" } }),
  "/part": () => new Response(text, { status: 206, headers: { ...json, "content-range": "bytes 0-9/10" } }),
  "/packed": () => new Response(text, { headers: { ...json, "content-encoding": "deflate" } }),
  "/unchanged": () => new Response(null, { status: 304, headers: json }),
};

async function startApp(properties: EspalierPropertiesInput = {}): Promise<Application> {
  const container = createContainer(compression());
  for (const [path, handle] of Object.entries(routes)) container.bind(HttpRoute).toConstantValue({ path, handle });
  return await createApp(container, { properties });
}

async function ask(app: Application, path: string, headers: Record<string, string> = { "accept-encoding": "gzip" }) {
  const response = await app.fetch(new Request(`http://localhost${path}`, { headers }));
  const coding = response.headers.get("content-encoding");
  return { response, coding, vary: response.headers.get("vary"), bytes: await response.bytes() };
}

for (const coding of ["gzip", "br", "zstd"] as const) {
  Deno.test(`25.5 ${coding} brings each text back as it was, whole and in pieces`, async () => {
    await using app = await startApp();
    for (const [path, expected] of [["/text", text], ["/plain", text], ["/long", long], ["/error", text]] as const) {
      const { response, coding: used, vary, bytes } = await ask(app, path, { "accept-encoding": coding });
      assertEquals([path, used, vary], [path, coding, "accept-encoding"]);
      assertEquals(response.headers.get("content-type"), routes[path]!().headers.get("content-type"));
      assert(bytes.length < expected.length / 8, `${bytes.length}`);
      assertEquals(new TextDecoder().decode(decoders[coding](bytes)), expected);
    }
  });
}

Deno.test("25.5 responses that can't or must not be compressed leave as they are", async () => {
  await using app = await startApp();
  for (const path of ["/short", "/strong", "/fixed", "/cookie", "/events", "/parts", "/image", "/part", "/unchanged"]) {
    const { coding, vary } = await ask(app, path);
    assertEquals([path, coding, vary], [path, null, null]);
  }
  assertEquals((await ask(app, "/packed")).coding, "deflate");
  const weak = await ask(app, "/weak");
  assertEquals([weak.coding, weak.response.headers.get("etag"), weak.vary], [
    "gzip",
    'W/"7"',
    "accept, accept-encoding",
  ]);
});

Deno.test("25.5 a client that accepts no compression gets none, and caches learn that others do", async () => {
  await using app = await startApp();
  const { coding, vary, bytes } = await ask(app, "/text", {});
  assertEquals([coding, vary, new TextDecoder().decode(bytes)], [null, "accept-encoding", text]);
});

Deno.test("25.5 BREACH: what a browser asks for with a visitor's credentials is compressed for its own site alone", async () => {
  await using app = await startApp();
  const accepted = { "accept-encoding": "gzip" };
  const cases: readonly (readonly [Record<string, string>, string | null])[] = [
    [{ cookie: "session=1" }, null],
    [{ cookie: "session=1", "sec-fetch-site": "cross-site" }, null],
    [{ cookie: "session=1", "sec-fetch-site": "same-site" }, null],
    [{ cookie: "session=1", "sec-fetch-site": "same-origin" }, "gzip"],
    [{ authorization: "Basic YTpi", "sec-fetch-site": "cross-site" }, null],
    [{ authorization: "Bearer abc" }, "gzip"],
    [{ "sec-fetch-site": "cross-site" }, "gzip"],
  ];
  for (const [headers, expected] of cases) {
    const { coding } = await ask(app, "/text", { ...accepted, ...headers });
    assertEquals([headers, coding], [headers, expected]);
  }
});

Deno.test("25.5 each piece of a body that a route streams leaves when the route gives it", async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const container = createContainer(compression());
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const cancelled = Promise.withResolvers<void>();
  container.bind(HttpRoute).toConstantValue({
    path: "/lines",
    handle: () => {
      const body = new ReadableStream<Uint8Array>({
        start: (given) => void (controller = given),
        cancel: () => cancelled.resolve(),
      });
      ask();
      return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
    },
  });
  await using app = await createApp(container);
  const response = await app.fetch(
    new Request("http://localhost/lines", { headers: { "accept-encoding": "gzip" } }),
  );
  await asked;
  assertEquals(response.headers.get("content-encoding"), "gzip");
  const reader = response.body!.pipeThrough(new DecompressionStream("gzip")).pipeThrough(new TextDecoderStream())
    .getReader();
  for (const line of ["first\n", "second\n"]) {
    controller.enqueue(new TextEncoder().encode(line));
    assertEquals((await reader.read()).value, line);
  }
  await reader.cancel("enough");
  await cancelled.promise;
});

Deno.test("25.5 a source that fails fails the compressed response", async () => {
  const container = createContainer(compression());
  container.bind(HttpRoute).toConstantValue({
    path: "/broken",
    handle: () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("no more")) }), {
        headers: json,
      }),
  });
  await using app = await createApp(container);
  const { body } = await app.fetch(new Request("http://localhost/broken", { headers: { "accept-encoding": "br" } }));
  await assertRejects(() => new Response(body).bytes(), Error, "no more");
});

Deno.test("25.5 over a socket fetch reads compressed responses, and HEAD tells what GET would vary by", async () => {
  await using app = await startApp();
  await using server = await serve(app, { hostname: "127.0.0.1", port: 0, quiet: true });
  const url = `http://127.0.0.1:${server.port}`;
  assertEquals(await (await fetch(`${url}/text`)).text(), text);
  assertEquals(await (await fetch(`${url}/long`)).text(), long);
  const head = await fetch(`${url}/text`, { method: "HEAD" });
  assertEquals([head.status, await head.text()], [200, ""]);
});

Deno.test("25.5 http.compressionEncodings orders the compressions, and none is as if there were no feature", async () => {
  await using gzip = await startApp({ http: { compressionEncodings: ["gzip", "br"], compressionMinBytes: 1 } });
  const accepted = { "accept-encoding": "br, gzip, zstd" };
  assertEquals((await ask(gzip, "/text", accepted)).coding, "gzip");
  assertEquals((await ask(gzip, "/short", accepted)).coding, "gzip");
  await using none = await startApp({ http: { compressionEncodings: [] } });
  assertEquals((await ask(none, "/text", accepted)).vary, null);
});
