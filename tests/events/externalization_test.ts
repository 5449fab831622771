import { createApp, createContainer, data } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Transactions } from "@espalier/espalier/data";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  EventListenerRegistry,
  EventPublications,
  eventPublications,
  events,
  type EventTransport,
  externalization,
  Externalized,
  type ExternalizedMessage,
  natsJetStream,
} from "@espalier/espalier/modulith";
import { inMemoryExporter, Tracing, tracing } from "@espalier/espalier/observability";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { assertEquals, assertRejects } from "@std/assert";

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

interface Sent {
  readonly message: ExternalizedMessage;
  readonly id: string;
}

/** Keeps what is sent; refuses the first messages. */
function recordingTransport(sent: Sent[], refusals = 0): EventTransport {
  return {
    name: "recorder",
    send(message, id) {
      sent.push({ message, id });
      return sent.length <= refusals ? Promise.reject(new Error("No connection")) : Promise.resolve();
    },
    check: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

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

Deno.test("B4.1 a route that names what is not there fails where the event is published", async () => {
  @Externalized("orders::#{customer.id}")
  class Broken {
    readonly customer = {};
  }
  await using app = await createApp(createContainer(events(), externalization(recordingTransport([]))), quiet);
  await assertRejects(
    () => app.container.get(ApplicationEvents).publish(new Broken()),
    TypeError,
    'Cannot route Broken as "customer.id" must be a text, a number or a boolean: current value is undefined',
  );
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
  name: "B1.4 a broker that can't be reached is reported, and the application starts all the same",
  async fn() {
    const transport = natsJetStream({ servers: ["127.0.0.1:1"], connection: { maxReconnectAttempts: 0 } });
    await using app = await createApp(
      createContainer(events(), externalization(transport), actuator({ diskSpace: false })),
      { properties: { logging: { level: "OFF" }, actuator: { healthDetails: "always" } } },
    );
    const health = await app.fetch(new Request("http://localhost/actuator/health/nats"));
    assertEquals([health.status, (await health.json()).status], [503, "DOWN"]);
  },
});
