import { createApp, createContainer, data } from "@espalier/espalier";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  EventPublications,
  eventPublications,
  EventTransportUnavailableError,
  externalization,
  Externalized,
  rabbitMq,
} from "@espalier/espalier/modulith";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Connection } from "rabbitmq-client";

const url = "amqp://guest:guest@127.0.0.1:5672";
const hasRabbitMq = await Deno.connect({ hostname: "127.0.0.1", port: 5672 }).then(
  (connection) => (connection.close(), true),
  () => false,
);

@Externalized("orders.placed::#{orderId}")
class OrderPlaced {
  constructor(readonly orderId: string) {}
}

Deno.test({
  name: "B4.1 events are sent to RabbitMQ with routing key, headers and id, and made durable",
  ignore: !hasRabbitMq,
  async fn() {
    const name = `espalier_${crypto.randomUUID().slice(0, 8)}`;
    const transport = rabbitMq({
      url,
      exchange: name,
      exchangeType: "topic",
      queues: [{ name, routingKey: "orders.*" }],
    });
    const client = new Connection({ url });
    try {
      const container = createContainer(data(), eventPublications(), externalization(transport));
      await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
      await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
      await app.container.get(AfterCommitDelivery).settled();
      const [publication] = await app.container.get(EventPublications).find({ status: "COMPLETED" });
      const message = await client.basicGet(name);
      assertEquals(
        message === undefined ? undefined : {
          routingKey: message.routingKey,
          body: message.body,
          headers: message.headers,
          messageId: message.messageId,
          durable: message.durable,
        },
        {
          routingKey: "orders.placed",
          body: { orderId: "o-1" },
          headers: { "content-type": "application/json", "event-type": "OrderPlaced", "event-key": "o-1" },
          messageId: publication!.id,
          durable: true,
        },
      );
      const send = (target: string) => transport.send({ target, headers: {}, payload: "{}" }, "id-2");
      await assertRejects(
        () => send("nowhere"),
        Error,
        `Cannot send to RabbitMQ with routing key "nowhere" as no queue of exchange "${name}" takes it`,
      );
      await send("orders.paid");
    } finally {
      await client.queueDelete(name);
      await client.exchangeDelete({ exchange: name });
      await client.close();
    }
  },
});

Deno.test("B4.1 an unreachable broker is logged without credentials, and waiting for it does not count as an attempt", async () => {
  await using transport = rabbitMq({ url: "amqp://me:secret@127.0.0.1:1", timeoutMs: 200 });
  const error = await assertRejects(() => transport.check(), EventTransportUnavailableError);
  assertEquals(error instanceof Error && error.message.includes("secret"), false);
  let isBack = false;
  const attempts: string[] = [];
  const away = {
    name: "away",
    send: (_: unknown, id: string) => {
      attempts.push(id);
      return isBack ? Promise.resolve() : Promise.reject(new EventTransportUnavailableError("away", undefined));
    },
    check: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const container = createContainer(data(), eventPublications({ maxAttempts: 1 }), externalization(away));
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  while (attempts.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  isBack = true;
  await app.container.get(AfterCommitDelivery).settled();
  const found = await app.container.get(EventPublications).find();
  assertEquals(found.map(({ status, completionAttempts }) => [status, completionAttempts]), [["COMPLETED", 1]]);
});

Deno.test("B4.1 a message that AMQP can't carry fails the publisher", () => {
  assertThrows(() => rabbitMq({ url: "http://127.0.0.1" }), TypeError, "must begin with");
  const target = "x".repeat(256);
  assertThrows(
    () => rabbitMq({ url }).requireSendable!({ target, headers: {}, payload: "" }),
    TypeError,
    "Cannot send by AMQP as its target must be no longer than 255 bytes",
  );
});
