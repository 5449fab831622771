import { createApp, createContainer, data } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Transactions } from "@espalier/espalier/data";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  EventPublications,
  eventPublications,
  events,
  externalization,
  Externalized,
  natsJetStream,
} from "@espalier/espalier/modulith";
import { assertEquals, assertRejects } from "@std/assert";
import { hasNats, natsServers, NatsStream, pipedToNats } from "./nats_server.ts";

@Externalized("orders.placed::#{customer.id}")
class OrderPlaced {
  constructor(readonly orderId: string, readonly customer = { id: 7 }, readonly cents = 12n) {}
}

const quiet = { properties: { logging: { level: "OFF" } } } as const;

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

Deno.test({
  name: "B4.1 events reach NATS JetStream, and a repetition is dropped there",
  ignore: !hasNats,
  async fn() {
    await using stream = await NatsStream.open();
    const { name } = stream;
    const transport = natsJetStream({
      servers: natsServers,
      subjectPrefix: name,
      stream: { name, subjects: [`${name}.>`] },
    });
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
    const message = await stream.next();
    assertEquals(
      [message.subject, message.string(), message.headers!.get("event-key"), message.headers!.get("event-type")],
      [`${name}.orders.placed`, '{"orderId":"o-1","customer":{"id":7},"cents":"12"}', "7", "OrderPlaced"],
    );
    assertEquals(await stream.size(), 1);
  },
});

Deno.test({
  name: "B4.1 a stream that is there stays as it is, and a subject that no stream takes is named",
  ignore: !hasNats,
  async fn() {
    await using stream = await NatsStream.open();
    const { name, streams } = stream;
    const subjects = [`${name}.a.>`, `${name}.b`];
    await streams.add({ name, subjects });
    await using transport = natsJetStream({
      servers: natsServers,
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
    await using stream = await NatsStream.open();
    const { name, streams } = stream;
    await using transport = natsJetStream({ servers: natsServers, stream: { name, subjects: [`${name}.>`] } });
    const send = (id: string) => transport.send({ target: `${name}.a`, headers: {}, payload: id }, id);
    await send("id-1");
    await streams.delete(name);
    await send("id-2");
    assertEquals(await stream.size(), 1);
  },
});

Deno.test({
  name: "B4.1 a connection that the client gave up is made anew, until the application stops",
  ignore: !hasNats,
  async fn() {
    const proxy = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const taken: { readonly near: Deno.Conn; readonly ended: Promise<unknown> }[] = [];
    const taking = (async () => {
      for await (const near of proxy) {
        taken.push({ near, ...await pipedToNats(near) });
      }
    })();
    const servers = [`127.0.0.1:${(proxy.addr as Deno.NetAddr).port}`];
    const transport = natsJetStream({ servers, timeoutMs: 200, connection: { reconnect: false } });
    await transport.check();
    taken[0]!.near.close();
    await taken[0]!.ended;
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
    await taken[1]!.ended;
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
    const near = await accepted;
    const { ended } = await pipedToNats(near);
    await checked;
    proxy.close();
    near.close();
    await ended;
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
      'EventTransportUnavailableError: Cannot reach NATS at "127.0.0.1:1" as a server must be running and reachable: connection refused',
    ]);
  },
});
