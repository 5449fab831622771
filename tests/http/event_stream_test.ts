import { assertEquals, assertRejects } from "@std/assert";
import { EventStream, type EventStreamOptions } from "@espalier/espalier/http";

const options: EventStreamOptions = {
  keepAliveMs: 0,
  bufferBytes: 1_000,
  slowReaderTimeoutMs: 60_000,
  onCancel: () => {},
};

Deno.test("An event stream carries events and ends after them", async () => {
  const stream = new EventStream(options);
  void stream.send("next", '{"a":1}');
  void stream.send("note", "two\nlines");
  void stream.send("complete", "");
  stream.close();
  assertEquals(
    await new Response(stream.body).text(),
    'event: next\ndata: {"a":1}\n\nevent: note\ndata: two\ndata: lines\n\nevent: complete\ndata:\n\n',
  );
  assertEquals(stream.isOpen, false);
});

Deno.test("A silent event stream carries comments", async () => {
  const stream = new EventStream({ ...options, keepAliveMs: 5 });
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  assertEquals((await reader.read()).value, ":\n\n");
  await reader.cancel();
});

Deno.test("A client that leaves an event stream is noticed", async () => {
  const left = Promise.withResolvers<void>();
  const stream = new EventStream({ ...options, onCancel: left.resolve });
  await stream.body.cancel();
  await left.promise;
  assertEquals([stream.isOpen, stream.send("next", "1")], [false, undefined]);
});

Deno.test("Sending waits while the client reads slowly, and goes on when it reads", async () => {
  const stream = new EventStream({ ...options, bufferBytes: 20 });
  const waiting = stream.send("next", "x".repeat(50));
  assertEquals(waiting instanceof Promise, true);
  const reader = stream.body.getReader();
  await reader.read();
  await waiting;
  await reader.cancel();
});

Deno.test("An event stream that has ended is given up, too, where its end is not read", async () => {
  let cancelled = 0;
  const stream = new EventStream({ ...options, slowReaderTimeoutMs: 10, onCancel: () => cancelled++ });
  void stream.send("complete", "");
  stream.close();
  // Only what fails tells that it was given up.
  const reader = stream.body.getReader();
  const error = await assertRejects(() => reader.closed, Error, "of a stream unread for 10 ms");
  assertEquals(error.stack, "SlowReaderError: A client left up to 1000 bytes of a stream unread for 10 ms");
  assertEquals(cancelled, 0);
});

Deno.test("A client that does not read at all is given up", async () => {
  const left = Promise.withResolvers<void>();
  const stream = new EventStream({ ...options, bufferBytes: 20, slowReaderTimeoutMs: 10, onCancel: left.resolve });
  await stream.send("next", "x".repeat(50));
  await left.promise;
  assertEquals(stream.isOpen, false);
});
