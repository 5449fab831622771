import { ContainerModule, createApp, createContainer, data, LeveledLogger, Logger } from "@espalier/espalier";
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
} from "@espalier/espalier/modulith";
import { inMemoryExporter, Tracing, tracing } from "@espalier/espalier/observability";
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
    `A listener of EventExternalized failed: the message is not sent again`,
  ]);
  assertEquals(await container.get(EventPublications).counts(), { COMPLETED: 2 });
});

Deno.test("B4.1 the configured payload is sent, also null or a promise; a payload that is not JSON fails publishing", async () => {
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

Deno.test("B4.1 maps, sets, bytes and big integers are sent in their JSON form", async () => {
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
