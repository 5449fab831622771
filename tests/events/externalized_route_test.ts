import { createApp, createContainer } from "@espalier/espalier";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  events,
  externalization,
  Externalized,
} from "@espalier/espalier/modulith";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { recordingTransport, type Sent } from "./recording_transport.ts";

const quiet = { properties: { logging: { level: "OFF" } } } as const;

Deno.test("B4.1 a route that can't be filled is refused where it is written", () => {
  for (const placeholder of ["#{x", "#{}", "#{a..b}", "#{ }"]) {
    assertThrows(
      () => Externalized(`orders::a-${placeholder}`),
      TypeError,
      `Cannot externalize events to "orders::a-${placeholder}" as "#{…}" must hold the path of a property, such as ` +
        `customer.id or lines[0].sku: current value is "${placeholder}"`,
    );
  }
  Externalized("orders.#{ lines[0].sku }::#{customer.id}-#{a}");
});

Deno.test("B4.1 a route with an unknown property fails inside publish", async () => {
  @Externalized("orders::#{customer.id}")
  class Broken {
    readonly customer = {};
  }
  @Externalized("orders::#{lines.0.sku}")
  class Dotted {
    readonly lines = [{ sku: "b-1" }];
  }
  await using app = await createApp(createContainer(events(), externalization(recordingTransport([]))), quiet);
  for (const [event, path] of [[new Broken(), "customer.id"], [new Dotted(), "lines.0.sku"]] as const) {
    await assertRejects(
      () => app.container.get(ApplicationEvents).publish(event),
      TypeError,
      `Cannot route ${event.constructor.name} as "${path}" must be a string, a number or a boolean: current value is ` +
        "undefined",
    );
  }
});

Deno.test("B4.1 C-194 a route reads getters, and their errors fail inside publish", async () => {
  class Customer {
    constructor(readonly address: { readonly code: string } | null) {}
    get code() {
      return this.address!.code;
    }
  }
  @Externalized("orders.#{ customer.code }::#{lines.size}-#{lines.size}")
  class Placed {
    readonly lines = new Map([["b-1", 2]]);
    constructor(readonly customer: unknown) {}
  }
  class PlacedAgain extends Placed {}
  Externalized("#{customer.code}")(PlacedAgain);
  const sent: Sent[] = [];
  await using app = await createApp(createContainer(events(), externalization(recordingTransport(sent))), quiet);
  const publish = (customer: unknown, type = Placed) =>
    app.container.get(ApplicationEvents).publish(new type(customer));
  await publish(new Customer({ code: "de" }));
  await publish(new Customer({ code: "fr" }), PlacedAgain);
  await app.container.get(AfterCommitDelivery).settled();
  assertEquals(sent.map(({ message: { target, key } }) => ({ target, key })), [
    { target: "orders.de", key: "1-1" },
    { target: "fr", key: undefined },
  ]);

  const failure = await assertRejects(
    () => publish(new Customer(null)),
    TypeError,
    'Cannot route Placed as "customer.code" must be readable: Cannot read properties of null',
  );
  assertEquals((failure.cause as Error).name, "TypeError");
  const throwing = (thrown: unknown) =>
    Object.defineProperty({}, "code", {
      get: () => {
        throw thrown;
      },
    });
  for (const [thrown, told] of [[new RangeError("No country"), "No country"], ["closed", '"closed"']] as const) {
    const error = await assertRejects(
      () => publish(throwing(thrown)),
      TypeError,
      `Cannot route Placed as "customer.code" must be readable: ${told}`,
    );
    assertEquals(error.cause, thrown);
  }
});

Deno.test("B4.1 a route rejects members of Object.prototype, methods and values that are not scalar", async () => {
  @Externalized("orders.#{key.constructor}")
  class Inherited {
    constructor(readonly key: unknown) {}
  }
  @Externalized("orders.#{key}")
  class Plain {
    constructor(readonly key: unknown) {}
  }
  @Externalized("orders.#{toText}")
  class Callable {
    toText() {
      return "text";
    }
  }
  @Externalized("orders.#{__proto__}")
  class Prototype {}
  const cases: readonly [event: object, path: string, value: string][] = [
    [new Inherited({}), "key.constructor", "undefined"],
    [new Inherited("text"), "key.constructor", "undefined"],
    [new Inherited(null), "key.constructor", "undefined"],
    [new Plain(Object.create(null)), "key", "an object"],
    [new Plain([1]), "key", "a list"],
    [new Plain(Promise.resolve("a")), "key", "a promise"],
    [new Plain(null), "key", "null"],
    [new Callable(), "toText", "undefined"],
    [new Prototype(), "__proto__", "undefined"],
  ];
  await using app = await createApp(createContainer(events(), externalization(recordingTransport([]))), quiet);
  for (const [event, path, value] of cases) {
    await assertRejects(
      () => app.container.get(ApplicationEvents).publish(event),
      TypeError,
      `Cannot route ${event.constructor.name} as "${path}" must be a string, a number or a boolean: current value is ${value}`,
    );
  }
});
