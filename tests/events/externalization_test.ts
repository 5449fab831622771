import { ContainerModule, createApp, createContainer, data, LeveledLogger, Logger } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Transactions } from "@espalier/espalier/data";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  EventExternalized,
  EventListenerRegistry,
  EventPublications,
  eventPublications,
  events,
  externalization,
  Externalized,
  listenAfterCommit,
  listenTo,
  natsJetStream,
} from "@espalier/espalier/modulith";
import { inMemoryExporter, Tracing, tracing } from "@espalier/espalier/observability";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { recordingTransport, type Sent } from "./recording_transport.ts";

@Externalized(" orders.placed :: #{customer.id} ")
class OrderPlaced {
  constructor(readonly orderId: string, readonly customer = { id: 7 }, readonly cents = 12n) {}
}
@Externalized<OrderShipped>("orders.shipped", {
  headers: ({ carrier }) => ({ carrier }),
  payload: ({ orderId }) => ({ order: orderId }),
})
class OrderShipped {
  constructor(readonly orderId: string, readonly carrier: string) {}
}
@Externalized("::#{orderId}")
class OrderClosed {
  constructor(readonly orderId: string) {}
}
class Internal {}

const quiet = { properties: { logging: { level: "OFF" } } } as const;

Deno.test("B4.1 C-190 C-191 C-193 C-194 C-197 events of marked classes are sent with target, key, headers and payload", async () => {
  const sent: Sent[] = [];
  await using app = await createApp(createContainer(events(), externalization(recordingTransport(sent))), quiet);
  const applicationEvents = app.container.get(ApplicationEvents);
  for (
    const event of [new OrderPlaced("o-1"), new Internal(), new OrderShipped("o-1", "dhl"), new OrderClosed("o-1")]
  ) {
    await applicationEvents.publish(event);
  }
  await app.container.get(AfterCommitDelivery).settled();
  const type = { "content-type": "application/json" };
  assertEquals(sent.map(({ message }) => ({ ...message })), [
    {
      target: "orders.placed",
      key: "7",
      headers: { ...type, "event-type": "OrderPlaced" },
      payload: '{"orderId":"o-1","customer":{"id":7},"cents":"12"}',
    },
    {
      target: "orders.shipped",
      headers: { ...type, "event-type": "OrderShipped", carrier: "dhl" },
      payload: '{"order":"o-1"}',
    },
    {
      target: "OrderClosed",
      key: "o-1",
      headers: { ...type, "event-type": "OrderClosed" },
      payload: '{"orderId":"o-1"}',
    },
  ]);
});

Deno.test("B4.1 C-196 without externalization() a marked event stays in the process", async () => {
  await using app = await createApp(createContainer(events()), quiet);
  await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  assertEquals(app.container.get(EventListenerRegistry).listeners, []);
});

Deno.test("B4.1 B3.2 a message that could not be sent is sent again, under the same id, with the publisher's trace", async () => {
  const sent: Sent[] = [];
  const memory = inMemoryExporter();
  const container = createContainer(
    data(),
    eventPublications({ retryDelayMs: 1, checkIntervalMs: 3_600_000 }),
    externalization(recordingTransport(sent, 1)),
    tracing({ exporters: [memory] }),
  );
  await using _app = await createApp(container, quiet);
  const settled = () => container.get(AfterCommitDelivery).settled();
  await container.get(Tracing).inSpan(
    "checkout",
    () => container.get(Transactions).run(() => container.get(ApplicationEvents).publish(new OrderPlaced("o-1"))),
  );
  await settled();
  assertEquals(sent.length, 1);
  const [failed] = await container.get(EventPublications).find({ status: "FAILED" });
  await container.get(EventPublications).resubmit(failed!.id);
  await settled();
  const [first, second] = sent;
  assertEquals(second, first);
  const { traceId } = memory.spans[0]!.spanContext();
  assertEquals(first!.message.headers.traceparent?.slice(3, 35), traceId);
  assertEquals(await container.get(EventPublications).counts(), { COMPLETED: 1 });
});

Deno.test("B4.1 C-199 once a message is sent an event says so, whose listeners can't make it be sent again", async () => {
  const sent: Sent[] = [];
  const told: EventExternalized[] = [];
  const logged: string[] = [];
  const beans = new ContainerModule(({ bind }) => {
    const logger = new LeveledLogger({ "": "ERROR" }, ({ category, message }) => void logged.push(category, message));
    bind(Logger).toConstantValue(logger);
    const note = (event: EventExternalized) => void told.push(event);
    bind(ApplicationListener).toConstantValue(listenAfterCommit(EventExternalized, note, { id: "noting" }));
    bind(ApplicationListener).toConstantValue(listenTo(EventExternalized, () => {
      throw new Error("No paper");
    }));
  });
  const publications = eventPublications({ retryDelayMs: 1, checkIntervalMs: 3_600_000 });
  const container = createContainer(data(), publications, externalization(recordingTransport(sent, 1)), beans);
  await using _app = await createApp(container);
  const settled = () => container.get(AfterCommitDelivery).settled();
  await container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  await settled();
  assertEquals([sent.length, told], [1, []]);
  await container.get(EventPublications).resubmit(
    ...(await container.get(EventPublications).find()).map(({ id }) => id),
  );
  await settled();
  const [{ message, id }] = sent as [Sent, Sent];
  assertEquals([sent.length, told], [2, [new EventExternalized(message, id)]]);
  assertEquals(told.map(({ id, target, key, payload }) => ({ id, target, key, payload })), [
    { id, target: "orders.placed", key: "7", payload: '{"orderId":"o-1","customer":{"id":7},"cents":"12"}' },
  ]);
  assertEquals(logged, [
    "espalier.events",
    `A listener of a message that was sent failed: the message is not sent again`,
  ]);
  assertEquals(await container.get(EventPublications).counts(), { COMPLETED: 2 });
});

Deno.test("B4.1 what a mark makes of an event is sent, also where that is null or a promise; without JSON publishing fails", async () => {
  @Externalized<Noted>("noted", { payload: ({ note }) => note })
  class Noted {
    readonly secret = "s3cret";
    constructor(readonly note: unknown) {}
  }
  const sent: Sent[] = [];
  await using app = await createApp(createContainer(events(), externalization(recordingTransport(sent))), quiet);
  const applicationEvents = app.container.get(ApplicationEvents);
  for (const note of [null, Promise.resolve({ a: 1 }), "text", 0]) await applicationEvents.publish(new Noted(note));
  await app.container.get(AfterCommitDelivery).settled();
  assertEquals(sent.map(({ message }) => message.payload), ["null", '{"a":1}', '"text"', "0"]);
  await assertRejects(
    () => applicationEvents.publish(new Noted(undefined)),
    TypeError,
    "Cannot send Noted as its payload must be a JSON value: current value is undefined",
  );
});

Deno.test("B4.1 maps, sets, bytes and big integers are sent as what JSON has for them", async () => {
  @Externalized("counted")
  class Counted {
    readonly stock = new Map<string, unknown>([["emma", 3n], ["held", new Set(["a", "b"])]]);
    readonly label = new TextEncoder().encode("box");
    readonly at = new Date(0);
  }
  const sent: Sent[] = [];
  await using app = await createApp(createContainer(events(), externalization(recordingTransport(sent))), quiet);
  await app.container.get(ApplicationEvents).publish(new Counted());
  await app.container.get(AfterCommitDelivery).settled();
  assertEquals(JSON.parse(sent[0]!.message.payload), {
    stock: { emma: "3", held: ["a", "b"] },
    label: "Ym94",
    at: "1970-01-01T00:00:00.000Z",
  });
});

Deno.test("B4.1 events leave by one transport", () => {
  assertThrows(
    () => createContainer(externalization(recordingTransport([])), externalization(recordingTransport([]))),
    TypeError,
    "Cannot install externalization() as it must be installed once: it is installed",
  );
});

Deno.test("B4.1 a message that NATS can't take fails where the event is published", async () => {
  @Externalized<Placed>("placed.#{country}::#{key}", { headers: ({ headers }) => headers })
  class Placed {
    constructor(readonly country: string, readonly key = "", readonly headers: Record<string, string> = {}) {}
  }
  const transport = natsJetStream({ servers: ["127.0.0.1:1"], subjectPrefix: "shop" });
  await using app = await createApp(createContainer(events(), externalization(transport)), quiet);
  const publish = (event: object) => () => app.container.get(ApplicationEvents).publish(event);
  for (const country of ["d e", "", "a..b", ">", "x\r\nPUB y 1"]) {
    await assertRejects(
      publish(new Placed(country)),
      TypeError,
      "Cannot send to a NATS subject as it must be words with dots between them, without blanks and wildcards: current " +
        `value is ${JSON.stringify(`shop.placed.${country}`)}`,
    );
  }
  for (
    const event of [new Placed("de", "a\nb"), new Placed("de", "", { "x y": "1" }), new Placed("de", "", { x: "\r" })]
  ) {
    await assertRejects(publish(event), TypeError, "by NATS as it must be a word with a value of one line");
  }
});

const hasNats: boolean = await Deno.connect({ hostname: "127.0.0.1", port: 4222 })
  .then((connection) => (connection.close(), true), () => false);

Deno.test({
  name: "B4.1 events reach NATS JetStream, and a repetition is dropped there",
  ignore: !hasNats,
  async fn() {
    const name = `espalier_${crypto.randomUUID().slice(0, 8)}`;
    const servers = ["127.0.0.1:4222"];
    const transport = natsJetStream({ servers, subjectPrefix: name, stream: { name, subjects: [`${name}.>`] } });
    const client = await connect({ servers });
    try {
      const container = createContainer(
        data(),
        eventPublications(),
        externalization(transport),
        actuator({ diskSpace: false }),
      );
      {
        await using app = await createApp(container, {
          properties: { logging: { level: "OFF" }, actuator: { healthDetails: "always" } },
        });
        const health = await app.fetch(new Request("http://localhost/actuator/health/nats"));
        assertEquals(await health.json(), { status: "UP" });
        await container.get(Transactions).run(() => container.get(ApplicationEvents).publish(new OrderPlaced("o-1")));
        await container.get(AfterCommitDelivery).settled();
        const [completed] = await container.get(EventPublications).find({ status: "COMPLETED" });
        await transport.send({ target: "orders.placed", headers: {}, payload: "again" }, completed!.id);
      }
      const consumers = jetstream(client).consumers;
      const consumer = await consumers.get(name);
      const message = await consumer.next();
      assertEquals(
        [message!.subject, message!.string(), message!.headers!.get("event-key"), message!.headers!.get("event-type")],
        [`${name}.orders.placed`, '{"orderId":"o-1","customer":{"id":7},"cents":"12"}', "7", "OrderPlaced"],
      );
      const { state } = await (await jetstreamManager(client)).streams.info(name);
      assertEquals(state.messages, 1);
    } finally {
      await (await jetstreamManager(client)).streams.delete(name);
      await client.close();
    }
  },
});

Deno.test({
  name: "B4.1 a stream that is there stays as it is, and a subject that no stream takes is named",
  ignore: !hasNats,
  async fn() {
    const name = `espalier_${crypto.randomUUID().slice(0, 8)}`;
    const servers = ["127.0.0.1:4222"];
    const client = await connect({ servers });
    const { streams } = await jetstreamManager(client);
    try {
      const subjects = [`${name}.a.>`, `${name}.b`];
      await streams.add({ name, subjects });
      await using transport = natsJetStream({
        servers,
        subjectPrefix: name,
        stream: { name, subjects: [`${name}.>`] },
      });
      await transport.send({ target: "a.b", headers: {}, payload: "1" }, "id-1");
      const { config, state } = await streams.info(name);
      assertEquals([config.subjects, state.messages], [subjects, 1]);
      await assertRejects(
        () => transport.send({ target: "c", headers: {}, payload: "1" }, "id-2"),
        Error,
        `Cannot send to NATS subject "${name}.c" as no stream takes it: make one, or name it in the option "stream"`,
      );
    } finally {
      await streams.delete(name);
      await client.close();
    }
  },
});

Deno.test("B4.1 credentials in the URL of a server of NATS are said to it, unless the connection has its own", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const said: unknown[] = [];
  const serving = (async () => {
    for await (const connection of listener) {
      const info = {
        server_id: "A",
        version: "2.10.0",
        proto: 1,
        headers: true,
        max_payload: 1024,
        auth_required: true,
      };
      await connection.write(new TextEncoder().encode(`INFO ${JSON.stringify(info)} \r\n`));
      let text = "";
      for await (const part of connection.readable.pipeThrough(new TextDecoderStream())) {
        text += part;
        const { user, pass, auth_token } = JSON.parse(/^CONNECT (.*)\r\n/.exec(text)?.[1] ?? "{}");
        said.push([user, pass, auth_token]);
        await connection.write(new TextEncoder().encode("-ERR 'Authorization Violation'\r\n"));
        break;
      }
    }
  })();
  const host = `127.0.0.1:${listener.addr.port}`;
  for (
    const [server, connection] of [
      [`nats://me:p%40ss@${host}`, {}],
      [`nats://me:1234@${host}`, {}],
      [`t0ken@${host}`, {}],
      [`nats://me:100%@${host}`, {}],
      [`nats://%ffr%C3%A4@${host}`, {}],
      [host, {}],
      [`nats://me:pass@${host}`, { user: "you", pass: "other" }],
    ] as const
  ) {
    await using transport = natsJetStream({
      servers: [server],
      timeoutMs: 1_000,
      connection: { maxReconnectAttempts: 0, ...connection },
    });
    await assertRejects(() => transport.check(), Error, `Cannot reach NATS at "${host}"`);
  }
  listener.close();
  await serving;
  const none = undefined;
  assertEquals(said, [
    ["me", "p@ss", none],
    ["me", "1234", none],
    [none, none, "t0ken"],
    ["me", "100%", none],
    [none, none, "%ffrä"],
    [none, none, none],
    ["you", "other", none],
  ]);
});

Deno.test({
  name: "B4.1 a stream that was lost is made again by the next message",
  ignore: !hasNats,
  async fn() {
    const name = `espalier_${crypto.randomUUID().slice(0, 8)}`;
    const servers = ["127.0.0.1:4222"];
    const client = await connect({ servers });
    const { streams } = await jetstreamManager(client);
    try {
      await using transport = natsJetStream({ servers, stream: { name, subjects: [`${name}.>`] } });
      const send = (id: string) => transport.send({ target: `${name}.a`, headers: {}, payload: id }, id);
      await send("id-1");
      await streams.delete(name);
      await send("id-2");
      assertEquals((await streams.info(name)).state.messages, 1);
    } finally {
      await streams.delete(name);
      await client.close();
    }
  },
});

Deno.test({
  name: "B4.1 a connection that the client gave up is made anew, until the application stops",
  ignore: !hasNats,
  async fn() {
    const proxy = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const taken: { readonly near: Deno.Conn; readonly piped: Promise<unknown> }[] = [];
    const taking = (async () => {
      for await (const near of proxy) {
        const far = await Deno.connect({ hostname: "127.0.0.1", port: 4222 });
        const pipes = [near.readable.pipeTo(far.writable), far.readable.pipeTo(near.writable)];
        taken.push({ near, piped: Promise.allSettled(pipes) });
      }
    })();
    const servers = [`127.0.0.1:${(proxy.addr as Deno.NetAddr).port}`];
    const transport = natsJetStream({ servers, timeoutMs: 200, connection: { reconnect: false } });
    await transport.check();
    taken[0]!.near.close();
    await taken[0]!.piped;
    // The client may still wait for an answer on the connection that is gone.
    await transport.send({ target: "none", headers: {}, payload: "" }, "id-1").catch(() => {});
    await transport.check();
    assertEquals(taken.length, 2);
    await transport[Symbol.asyncDispose]();
    await assertRejects(
      () => transport.check(),
      Error,
      "Cannot use NATS as the application must be running: it has stopped",
    );
    await taken[1]!.piped;
    proxy.close();
    await taking;
  },
});

Deno.test({
  name: "B4.1 an application whose broker has gone stops all the same",
  ignore: !hasNats,
  async fn() {
    using proxy = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const accepted = proxy.accept();
    const servers = [`127.0.0.1:${(proxy.addr as Deno.NetAddr).port}`];
    const transport = natsJetStream({ servers, connection: { reconnectTimeWait: 10 } });
    const checked = transport.check();
    const [near, far] = await Promise.all([accepted, Deno.connect({ hostname: "127.0.0.1", port: 4222 })]);
    const pipes = [near.readable.pipeTo(far.writable), far.readable.pipeTo(near.writable)];
    await checked;
    proxy.close();
    near.close();
    await Promise.allSettled(pipes);
    await assertRejects(() => transport.check());
    await transport[Symbol.asyncDispose]();
  },
});

Deno.test({
  name: "B1.4 a broker that can't be reached is reported, and the application starts all the same",
  async fn() {
    const servers = ["nats://me:secret@127.0.0.1:1"];
    const transport = natsJetStream({ servers, connection: { maxReconnectAttempts: 0 } });
    await using app = await createApp(
      createContainer(events(), externalization(transport), actuator({ diskSpace: false })),
      { properties: { logging: { level: "OFF" }, actuator: { healthDetails: "always" } } },
    );
    const health = await app.fetch(new Request("http://localhost/actuator/health/nats"));
    const { status, details } = await health.json();
    assertEquals([health.status, status, details.error], [
      503,
      "DOWN",
      'Error: Cannot reach NATS at "127.0.0.1:1" as a server must be running and reachable: connection refused',
    ]);
  },
});
