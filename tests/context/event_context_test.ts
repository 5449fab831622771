import { AsyncLocalStorage } from "node:async_hooks";
import { assertEquals } from "@std/assert";
import { ContainerModule, createApp, createContainer, data, LogSink } from "@espalier/espalier";
import { StatementListener, Transactions } from "@espalier/espalier/data";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  EventPublications,
  eventPublications,
  type EventPublicationsOptions,
  events,
  type EventTransport,
  externalization,
  Externalized,
  listenAfterCommit,
} from "@espalier/espalier/modulith";

@Externalized("noted")
class Noted {
  constructor(readonly by: string) {}
}

const user = new AsyncLocalStorage<string>();

/** An application whose listener notes who published an event, and in whose async context it was called. */
async function noting(
  seen: string[],
  on: (event: Noted) => unknown,
  ...further: ContainerModule[]
) {
  const listener = new ContainerModule(({ bind }) => {
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(Noted, async (event) => {
        seen.push(`${event.by} seen by ${user.getStore() ?? "nobody"}`);
        await on(event);
      }, { id: "noting" }),
    );
    bind(LogSink).toConstantValue(() => {});
  });
  const app = await createApp(createContainer(data(), listener, ...further));
  const publish = (name: string) =>
    user.run(
      name,
      () => app.container.get(Transactions).run(() => app.container.get(ApplicationEvents).publish(new Noted(name))),
    );
  return { app, publish, settled: () => app.container.get(AfterCommitDelivery).settled() };
}

/** Only the test says when something is tried again. */
const byHand: EventPublicationsOptions = {
  retryDelayMs: 3_600_000,
  maxRetryDelayMs: 3_600_000,
  checkIntervalMs: 3_600_000,
};

for (const [name, feature] of [["from memory", events()], ["that is stored", eventPublications(byHand)]] as const) {
  Deno.test(`a delivery ${name} runs in its own publisher's context, whatever others do at the same time`, async () => {
    const seen: string[] = [];
    const names = Array.from({ length: 20 }, (_, i) => `u${i}`);
    const { app, publish, settled } = await noting(seen, () => import(`data:text/javascript,${seen.length}`), feature);
    await using _app = app;
    await Promise.all(names.map(publish));
    await settled();
    assertEquals(seen.toSorted(), names.map((by) => `${by} seen by ${by}`).toSorted());
  });
}

Deno.test("what is delivered again runs in no request's context: neither the first publisher's nor that of who asks", async () => {
  const seen: string[] = [];
  let isBroken = true;
  const { app, publish, settled } = await noting(seen, () => {
    if (isBroken) throw new Error("Not yet");
  }, eventPublications(byHand));
  await using _app = app;
  await Promise.all(["ann", "bob"].map(publish));
  await settled();
  isBroken = false;
  seen.length = 0;
  const publications = app.container.get(EventPublications);
  const failed = await publications.find({ status: "FAILED" });
  await user.run("admin", () => publications.resubmit(...failed.map(({ id }) => id)));
  await settled();
  assertEquals(seen.toSorted(), ["ann seen by nobody", "bob seen by nobody"]);
});

Deno.test("a check for due publications runs in no request's context", async () => {
  const seen: string[] = [];
  const delivered = Promise.withResolvers<void>();
  let attempts = 0;
  const { app, publish } = await noting(seen, () => {
    if (++attempts === 1) throw new Error("Not yet");
    delivered.resolve();
  }, eventPublications({ retryDelayMs: 1, checkIntervalMs: 5 }));
  await using _app = app;
  await publish("ann");
  await delivered.promise;
  assertEquals(seen, ["ann seen by ann", "ann seen by nobody"]);
});

Deno.test("a lease is renewed in no publisher's context", async () => {
  const renewals: (string | undefined)[] = [];
  const renewed = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isBlocked = false;
  const statements = new ContainerModule(({ bind }) => {
    bind(StatementListener).toConstantValue((text) => {
      if (!isBlocked || !/^insert into event_publication_instance/i.test(text)) return;
      renewals.push(user.getStore());
      renewed.resolve();
    });
  });
  const waiting = () => {
    isBlocked = true;
    return gate.promise;
  };
  const publications = eventPublications({ ...byHand, leaseMs: 6 });
  const { app, publish, settled } = await noting([], waiting, publications, statements);
  await using _app = app;
  await publish("ann");
  await renewed.promise;
  isBlocked = false;
  gate.resolve();
  await settled();
  assertEquals(renewals.filter((name) => name !== undefined), []);
});

Deno.test("a transport sends in its own publisher's context, and again in nobody's", async () => {
  const seen: string[] = [];
  const transport: EventTransport = {
    name: "broker",
    send: ({ payload }) => {
      seen.push(`${JSON.parse(payload).by} sent by ${user.getStore() ?? "nobody"}`);
      return seen.length <= 2 ? Promise.reject(new Error("Not yet")) : Promise.resolve();
    },
    check: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const { app, publish, settled } = await noting([], () => {}, eventPublications(byHand), externalization(transport));
  await using _app = app;
  await Promise.all(["ann", "bob"].map(publish));
  await settled();
  const publications = app.container.get(EventPublications);
  const failed = await publications.find({ status: "FAILED" });
  await user.run("admin", () => publications.resubmit(...failed.map(({ id }) => id)));
  await settled();
  assertEquals(seen.toSorted(), ["ann sent by ann", "ann sent by nobody", "bob sent by bob", "bob sent by nobody"]);
});
