import { assertEquals, assertRejects } from "@std/assert";
import { BodyReader, BodyRefusal } from "../../src/http/body_reader.ts";

const limits = { maxBodyBytes: 10, bodyTimeoutMs: 60_000 };

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers });
}

async function* endless(): AsyncGenerator<Uint8Array> {
  while (true) yield await Promise.resolve(new Uint8Array(4));
}

Deno.test("A body within the limit is read as UTF-8", async () => {
  using reader = new BodyReader(limits);
  assertEquals(await reader.text(post("grün")), "grün");
  assertEquals(await reader.text(post("grün", { "content-length": "5" })), "grün");
  assertEquals(await reader.text(new Request("http://localhost/", { method: "POST" })), "");
});

Deno.test("A body that says or shows that it is too large is refused with the limit", async () => {
  using reader = new BodyReader(limits);
  const expected = "Cannot read the request body as it must have 10 bytes at most: current size is 11";
  for (const request of [post("x".repeat(11)), post("x".repeat(11), { "content-length": "11" })]) {
    const refusal = await assertRejects(() => reader.text(request), BodyRefusal, expected);
    assertEquals(refusal.status, 413);
  }
});

Deno.test("An endless body is given up at the limit and cancelled", async () => {
  using reader = new BodyReader(limits);
  const refusal = await assertRejects(() => reader.text(post(ReadableStream.from(endless()))), BodyRefusal);
  assertEquals(refusal.status, 413);
});

for (const declared of [true, false]) {
  const post = (body: string) => {
    const headers: HeadersInit = declared ? { "content-length": String(body.length) } : {};
    return new Request("http://localhost/", { method: "POST", body, headers });
  };

  Deno.test(`JSON is read within the limit, its length ${declared ? "declared" : "counted"}`, async () => {
    using reader = new BodyReader({ maxBodyBytes: 10, bodyTimeoutMs: 1_000 });
    assertEquals(await reader.json(post('{"a":1}'), (value) => [value]), [{ a: 1 }]);
    const refused = async (body: string) => {
      const { status, message } = await assertRejects(() => reader.json(post(body), () => 1), BodyRefusal);
      return [status, message];
    };
    assertEquals(await refused('{"a":'), [400, "Cannot read the request as its body must be JSON"]);
    const tooLarge = "Cannot read the request body as it must have 10 bytes at most: current size is 11";
    assertEquals(await refused('{"a":12345}'), [413, tooLarge]);
    // What goes wrong with the value is no fault of the body's, not even another text that is no JSON.
    const failing = () => reader.json(post("1"), () => JSON.parse("{"));
    await assertRejects(failing, SyntaxError);
    const rejecting = () => reader.json(post("1"), () => Promise.reject(new RangeError("Too much")));
    await assertRejects(rejecting, RangeError, "Too much");
  });
}

Deno.test("A body with a content coding is refused, with what is taken", async () => {
  using reader = new BodyReader(limits);
  for (const coding of ["gzip", "br", "deflate", "unknown", "identity, gzip"]) {
    for (
      const read of [(request: Request) => reader.text(request), (request: Request) => reader.json(request, String)]
    ) {
      const refusal = await assertRejects(
        () => read(post("1", { "content-encoding": coding })),
        BodyRefusal,
        `Cannot read the request body as it must be sent without content coding: current value is "${coding}"`,
      );
      assertEquals([refusal.status, refusal.headers], [415, { "accept-encoding": "identity" }]);
    }
  }
  assertEquals(await reader.text(post("1", { "content-encoding": "Identity" })), "1");
  assertEquals(await reader.json(post("1", { "content-encoding": "" }), String), "1");
});

Deno.test("A body that is not UTF-8 is refused", async () => {
  using reader = new BodyReader(limits);
  const refusal = await assertRejects(() => reader.text(post(new Uint8Array([0x22, 0xff, 0x22]))), BodyRefusal);
  assertEquals([refusal.status, refusal.message], [400, "Cannot read the request body as it must be UTF-8 text"]);
});

Deno.test("A body that does not arrive in time is refused", async () => {
  using reader = new BodyReader({ ...limits, bodyTimeoutMs: 20 });
  // The reader's timer alone does not keep a process alive.
  const keepAlive = setTimeout(() => {}, 60_000);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  void writer.write(new Uint8Array(1));
  const refusal = await assertRejects(() => reader.text(post(readable)), BodyRefusal);
  assertEquals([refusal.status, refusal.message], [
    408,
    "Cannot wait for the request body as it must arrive within 20 ms",
  ]);
  await writer.close();
  clearTimeout(keepAlive);
});

Deno.test("A reader that is disposed still refuses what it waits for", async () => {
  const reader = new BodyReader({ ...limits, bodyTimeoutMs: 20 });
  const keepAlive = setTimeout(() => {}, 60_000);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reading = reader.text(post(readable));
  reader[Symbol.dispose]();
  assertEquals((await assertRejects(() => reading, BodyRefusal)).status, 408);
  await writable.close();
  clearTimeout(keepAlive);
});

Deno.test("A body that breaks off is refused", async () => {
  using reader = new BodyReader(limits);
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("reset")) });
  const refusal = await assertRejects(() => reader.text(post(broken)), BodyRefusal);
  assertEquals(refusal.status, 400);
});

Deno.test("Beyond maxPendingBodies the bodies that take longest are refused, and those that arrive at once never", async () => {
  using reader = new BodyReader({ maxBodyBytes: 100, bodyTimeoutMs: 400, maxPendingBodies: 2 });
  const keepAlive = setTimeout(() => {}, 60_000);
  const slow = Array.from({ length: 4 }, () => new TransformStream<Uint8Array, Uint8Array>());
  const reads = slow.map(({ readable }) => reader.text(post(readable)));
  assertEquals(
    await Promise.all(Array.from({ length: 10 }, () => reader.text(post("quick")))),
    Array(10).fill("quick"),
  );
  const results = await Promise.allSettled(reads);
  const message = (need: string) => `Cannot wait for the request body as ${need}`;
  const tooMany = message("at most 2 bodies may be arriving at the same time");
  const late = message("it must arrive within 400 ms");
  assertEquals(results.map((result) => result.status === "rejected" && result.reason.message), [
    tooMany,
    tooMany,
    late,
    late,
  ]);
  await Promise.all(slow.map(({ writable }) => writable.close()));
  clearTimeout(keepAlive);
});
