import { assertEquals } from "@std/assert";
import { ContainerModule, data } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { HttpRoute } from "@espalier/espalier/http";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  EventObserver,
  EventPublications,
  eventPublications,
  events,
  EventSerializer,
  type EventTransport,
  externalization,
  Externalized,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { Transactions } from "@espalier/espalier/data";
import { fail, Fault, Observation } from "./observation.ts";

const beans = (bindings: ConstructorParameters<typeof ContainerModule>[0]) => new ContainerModule(bindings);

const switches = { failing: "" };

/** Throws where a test wants it. */
function mayFail(place: string): void {
  if (switches.failing === place) fail(place);
}

@Externalized<Shipped>("shipped", {
  headers: ({ carrier }) => {
    mayFail("headers");
    return { carrier };
  },
  payload: ({ carrier }) => {
    mayFail("payload");
    return { carrier };
  },
})
class Shipped {
  constructor(readonly carrier: string) {}
}

const transport = (changes: Partial<EventTransport>): EventTransport => ({
  name: "broker",
  send: () => Promise.resolve(),
  check: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
  ...changes,
});

/** A route that publishes an event in a transaction. */
const publishing = beans(({ bind }) => {
  bind(HttpRoute).toResolvedValue((applicationEvents, transactions) => ({
    path: "/ship",
    handle: async () => {
      await transactions.run(() => applicationEvents.publish(new Shipped("dhl")));
      return new Response("shipped");
    },
  }), [ApplicationEvents, Transactions]);
});

type Expected = readonly [level: "WARN" | "ERROR", place: string, message: string];

/** Publishes an event, and expects a status and these lines. */
async function assertShipping(
  modules: readonly ContainerModule[],
  status: number,
  ...lines: readonly Expected[]
): Promise<void> {
  await using observation = await Observation.start(undefined, [data(), publishing, ...modules]);
  assertEquals((await observation.send("GET", "/ship")).status, status);
  await observation.app.container.get(AfterCommitDelivery).settled();
  await observation.expect(...lines);
}

for (const place of ["headers", "payload"]) {
  Deno.test(`E2 what the ${place} of an externalized event throw fails the publisher, and is logged once`, async () => {
    switches.failing = place;
    try {
      await assertShipping([externalization(transport({}))], 500, ["ERROR", place, "Cannot answer a request"]);
    } finally {
      switches.failing = "";
    }
  });
}

Deno.test("E2 a transport that refuses a message fails the publisher, and is logged once", async () => {
  const refusing = externalization(transport({ requireSendable: () => fail("refusal") }));
  await assertShipping([refusing], 500, ["ERROR", "refusal", "Cannot answer a request"]);
});

for (const send of [() => fail("send"), () => Promise.reject(new Fault("send"))]) {
  Deno.test(`E2 a transport that can't send is logged once, and the publisher goes on: ${send}`, async () => {
    await assertShipping([externalization(transport({ send }))], 200, [
      "ERROR",
      "send",
      'Listener "externalization" failed and is not tried again',
    ]);
    await assertShipping([eventPublications(), externalization(transport({ send }))], 200, [
      "WARN",
      "send",
      'Listener "externalization" failed and is tried again',
    ]);
  });
}

Deno.test("E2 a transport that can't be reached or closed is logged once each", async () => {
  const broken = externalization(transport({
    check: () => fail("check"),
    [Symbol.asyncDispose]: () => Promise.reject(new Fault("dispose")),
  }));
  await using observation = await Observation.start(undefined, [actuator(), broken]);
  assertEquals((await observation.send("GET", "/actuator/health")).status, 503);
  await observation.expect(
    ["WARN", "check", 'Cannot tell the health of "broker"'],
    ["ERROR", "dispose", 'Cannot deactivate bean "EventTransport"'],
  );
});

const listener = beans(({ bind }) =>
  void bind(ApplicationListener).toConstantValue(listenAfterCommit(Shipped, () => {}, { id: "noting" }))
);

for (const place of ["published", "capture"] as const) {
  Deno.test(`E2 what an observer's ${place} throws fails the publisher, and is logged once`, async () => {
    const observer = beans(({ bind }) => void bind(EventObserver).toConstantValue({ [place]: () => fail(place) }));
    await assertShipping([events(), listener, observer], 500, ["ERROR", place, "Cannot answer a request"]);
  });
}

Deno.test("E2 a scope of an observer that throws is logged once, and the publisher goes on", async () => {
  const observer = beans(({ bind }) =>
    void bind(EventObserver).toConstantValue({ capture: () => ({ run: () => fail("scope") }) })
  );
  await assertShipping([events(), listener, observer], 200, ["ERROR", "scope", 'Listener "noting" failed']);
  await assertShipping([eventPublications(), listener, observer], 200, [
    "WARN",
    "scope",
    'Listener "noting" failed and is tried again',
  ]);
});

Deno.test("E2 a serializer that throws fails the publisher, and is logged once", async () => {
  const serializer = beans(({ rebind }) => {
    rebind(EventSerializer).toConstantValue({ serialize: () => fail("serialize"), deserialize: () => fail("unused") });
  });
  await assertShipping([eventPublications(), listener, serializer], 500, [
    "ERROR",
    "serialize",
    "Cannot answer a request",
  ]);
});

Deno.test("E2 a serializer that can't restore an event, and an observer that can't resume, are logged once each", async () => {
  for (
    const [changes, place, message] of [
      ["deserialize", "deserialize", 'Listener "noting" failed and is tried again'],
      ["resume", "resume", "Cannot claim event publications"],
    ] as const
  ) {
    let isBroken = true;
    const module = beans(({ bind, rebind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(Shipped, () => isBroken ? fail("first attempt") : undefined, { id: "noting" }),
      );
      if (changes === "resume") bind(EventObserver).toConstantValue({ resume: () => fail("resume") });
      else {
        rebind(EventSerializer).toConstantValue({ serialize: () => "{}", deserialize: () => fail("deserialize") });
      }
    });
    const publications = eventPublications({ retryDelayMs: 3_600_000, maxRetryDelayMs: 3_600_000 });
    await using observation = await Observation.start(undefined, [data(), publications, publishing, module]);
    assertEquals((await observation.send("GET", "/ship")).status, 200);
    const settled = () => observation.app.container.get(AfterCommitDelivery).settled();
    await settled();
    isBroken = false;
    const [failed] = await observation.app.container.get(EventPublications).find({ status: "FAILED" });
    await observation.app.container.get(EventPublications).resubmit(failed!.id);
    await settled();
    await observation.expect(
      ["WARN", "first attempt", 'Listener "noting" failed and is tried again'],
      [changes === "resume" ? "ERROR" : "WARN", place, message],
    );
  }
});
