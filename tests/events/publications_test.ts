import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  LogSink,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, openDatabase, Transactions } from "@espalier/espalier/data";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  ApplicationModuleListener,
  EventListener,
  EventListenerRegistry,
  type EventPublication,
  EventPublications,
  eventPublications,
  type EventPublicationsOptions,
  EventPublicationStore,
  EventSerializer,
  listenAfterCommit,
  listenTo,
} from "@espalier/espalier/modulith";
import { assertEquals, assertInstanceOf, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { onEverySqlStore, type OwnDatabase } from "./sql_stores.ts";

class Address {
  constructor(readonly city: string) {}
  get label() {
    return `in ${this.city}`;
  }
}
describeType(Address, { city: t.string });
class OrderPlaced {
  constructor(
    readonly orderId: string,
    readonly address = new Address("Bergen"),
    readonly placed = new Date(0),
    readonly cents = 12n,
  ) {}
}
describeType(OrderPlaced, { orderId: t.string, address: t.object(() => Address) });

/** Retries as fast as they can be, and no check besides those that a test asks for. */
const fast = { retryDelayMs: 1, checkIntervalMs: 3_600_000, leaseMs: 3_600_000 } satisfies EventPublicationsOptions;

interface Shop extends AsyncDisposable {
  readonly app: Application;
  publish(event: object): Promise<void>;
  settled(): Promise<void>;
  publications: EventPublications;
}

async function shop(
  { options }: OwnDatabase,
  bindings: ConstructorParameters<typeof ContainerModule>[0],
  given: EventPublicationsOptions = {},
): Promise<Shop> {
  const features = [data(options), eventPublications({ ...fast, ...given }), actuator({ diskSpace: false })];
  const app = await createApp(createContainer(...features, new ContainerModule(bindings)), {
    properties: { logging: { level: "OFF" } },
  });
  const { container } = app;
  // What start-up takes up is taken: from here on only the test says when.
  await container.get(EventPublications).resubmitDue();
  return {
    app,
    publications: container.get(EventPublications),
    publish: (event) => container.get(Transactions).run(() => container.get(ApplicationEvents).publish(event)),
    settled: () => container.get(AfterCommitDelivery).settled(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

function brief({ listenerId, status, completionAttempts, failure }: EventPublication) {
  return { listenerId, status, completionAttempts, failure };
}

onEverySqlStore(
  "B4.1 C-163 C-178 a publication is stored with the publisher's transaction and completed after the listener",
  async (database) => {
    const seen: unknown[] = [];
    class Shipping {
      @ApplicationModuleListener(OrderPlaced)
      async ship(event: OrderPlaced) {
        seen.push(event.orderId, (await running.publications.find()).map(brief));
      }
    }
    await using running = await shop(database, ({ bind }) => void bind(Shipping).toSelf());
    const listenerId = "Shipping.ship(OrderPlaced)";
    const { container } = running.app;
    await container.get(Transactions).run(async () => {
      await container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
      assertEquals((await running.publications.find()).map(({ status }) => status), ["PUBLISHED"]);
    });
    await running.settled();
    assertEquals(seen, ["o-1", [{ listenerId, status: "PROCESSING", completionAttempts: 1, failure: undefined }]]);
    assertEquals(await running.publications.counts(), { COMPLETED: 1 });
    assertEquals(await running.publications.deleteCompleted(60_000), 0);
    assertEquals(await running.publications.deleteCompleted(-60_000), 1);
  },
);

onEverySqlStore("B4.1 C-185 what is rolled back was never published", async (database) => {
  const seen: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, () => seen.push("after"), { id: "after" }),
    );
    bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, () => {
      throw new RangeError("Refused");
    }));
  });
  await assertRejects(() => running.publish(new OrderPlaced("o-1")), RangeError, "Refused");
  await running.settled();
  assertEquals([seen, await running.publications.find()], [[], []]);
});

onEverySqlStore("B4.1 C-184 without a transaction the listeners are told at once", async (database) => {
  const seen: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, () => seen.push("after"), { id: "after" }),
    );
  });
  await running.app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  await running.settled();
  assertEquals([seen, await running.publications.counts()], [["after"], { COMPLETED: 1 }]);
});

onEverySqlStore(
  "B4.1 C-166 C-181 a listener that fails is tried again with growing pauses, then given up",
  async (database) => {
    const seen: OrderPlaced[] = [];
    await using running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, (event) => {
          seen.push(event);
          throw new RangeError(`No ${seen.length}`);
        }, { id: "shipping" }),
      );
    }, { maxAttempts: 3 });
    await running.publish(new OrderPlaced("o-1"));
    await running.settled();
    const listenerId = "shipping";
    const states: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      states.push(...(await running.publications.find()).map(brief));
      await until(
        () => running.publications.find(),
        ([found]) => (found!.nextAttemptDate?.getTime() ?? 0) <= Date.now(),
      );
      await running.publications.resubmitDue();
      await running.settled();
    }
    assertEquals(states, [
      { listenerId, status: "FAILED", completionAttempts: 1, failure: "RangeError: No 1" },
      { listenerId, status: "FAILED", completionAttempts: 2, failure: "RangeError: No 2" },
      { listenerId, status: "ABANDONED", completionAttempts: 3, failure: "RangeError: No 3" },
    ]);
    assertEquals(await running.publications.resubmitDue(), 0);
    // What is restored is the event that was published.
    const [published, restored] = seen;
    assertInstanceOf(restored, OrderPlaced);
    assertInstanceOf(restored.address, Address);
    assertEquals(restored.address.label, "in Bergen");
    assertEquals(restored, published);
  },
);

onEverySqlStore("B4.1 a restart takes up what the process before left behind", async (database) => {
  const seen: string[] = [];
  const listener = (on: (event: OrderPlaced) => void) => ({ bind }: Parameters<Parameters<typeof shop>[1]>[0]) =>
    void bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, on, { id: "shipping.v2", formerIds: ["shipping"] }),
    );
  {
    await using before = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {
          throw new Error("Crash");
        }, { id: "shipping" }),
      );
    });
    await before.publish(new OrderPlaced("o-1"));
    await before.settled();
  }
  await using after = await shop(database, listener(({ orderId }) => seen.push(orderId)), { checkIntervalMs: 10 });
  await until(() => after.publications.counts(), ({ COMPLETED }) => COMPLETED === 1);
  assertEquals(seen, ["o-1"]);
});

onEverySqlStore(
  "B4.1 C-188 of several instances one takes a publication whose holder fell silent",
  async (database) => {
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const blocked = Promise.withResolvers<void>();
    const instance = (name: string, on: () => void | Promise<void> = () => {}) =>
      shop(database, ({ bind }) => {
        bind(ApplicationListener).toConstantValue(
          listenAfterCommit(OrderPlaced, async () => {
            seen.push(name);
            await on();
          }, { id: "shipping", transaction: "none" }),
        );
      }, { leaseMs: 20 });
    await using slow = await instance("slow", async () => {
      blocked.resolve();
      await gate.promise;
    });
    await using second = await instance("second");
    await using third = await instance("third");
    await slow.publish(new OrderPlaced("o-1"));
    await blocked.promise;
    // The holder is cut off from the store: it can't renew its lease.
    await slow.app.container.get(Database).execute("update event_publication set owner = 'gone', lease_until = 0");
    const taken = await Promise.all([second, third].map(({ publications }) => publications.resubmitDue()));
    await Promise.all([second.settled(), third.settled()]);
    gate.resolve();
    await slow.settled();
    assertEquals([taken.sort(), seen.length, seen[0]], [[0, 1], 2, "slow"]);
    assertEquals(
      (await second.publications.find()).map(({ status, completionAttempts }) => [status, completionAttempts]),
      [
        ["COMPLETED", 2],
      ],
    );
  },
);

/** Stands before a database and may answer in its place. */
function inPlaceOf(answer: (text: string) => Promise<Record<string, unknown>[]> | undefined) {
  return (_: unknown, database: Database): Database =>
    new Proxy(database, {
      get(target, property) {
        const value = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        if (property !== "execute") return value.bind(target);
        return (text: string, ...rest: unknown[]) => answer(text) ?? value.call(target, text, ...rest);
      },
    });
}

onEverySqlStore("B4.1 deliveries that end at the same moment leave nothing running", async (database) => {
  const both = Promise.withResolvers<Record<string, unknown>[]>();
  let waiting = 0;
  await using running = await shop(database, ({ bind, onActivation }) => {
    for (const id of ["shipping", "mailing"]) {
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id }));
    }
    onActivation(
      Database,
      inPlaceOf((text) => {
        if (!text.includes("set status = 'PROCESSING'")) return undefined;
        if (++waiting === 2) both.resolve([]);
        return both.promise;
      }),
    );
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  assertEquals([waiting, await running.publications.counts()], [2, { PUBLISHED: 2 }]);
});

onEverySqlStore(
  "B4.1 an outcome that could not be written is made up for while others are at work",
  async (database) => {
    const gate = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    let shipped = 0;
    let refused = 0;
    await using running = await shop(database, ({ bind, onActivation }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => gate.promise, { id: "slow", transaction: "none" }),
      );
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {
          if (++shipped === 2) again.resolve();
        }, { id: "shipping", transaction: "none" }),
      );
      onActivation(
        Database,
        inPlaceOf((text) => {
          if (refused === 2 || !/set status = ('COMPLETED'|\$1|\?)/.test(text)) return undefined;
          refused++;
          return Promise.reject(new Error("The connection is gone"));
        }),
      );
    }, { leaseMs: 30, checkIntervalMs: 5 });
    await running.publish(new OrderPlaced("o-1"));
    await again.promise;
    gate.resolve();
    await running.settled();
    assertEquals([refused, await running.publications.counts()], [2, { COMPLETED: 2 }]);
  },
);

onEverySqlStore(
  "B4.1 C-163 C-164 what a listener writes is kept together with the completion, or not at all",
  async (database) => {
    const gate = Promise.withResolvers<void>();
    const blocked = Promise.withResolvers<void>();
    await using running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toResolvedValue((db) =>
        listenAfterCommit(OrderPlaced, async ({ orderId }) => {
          await db.execute(`insert into shipped values ('${orderId}')`);
          if (orderId === "o-2") throw new Error("After the write");
          blocked.resolve();
          await gate.promise;
        }, { id: "shipping" }), [Database]);
    });
    const db = running.app.container.get(Database);
    await db.execute("create table shipped (id text)");
    await running.publish(new OrderPlaced("o-1"));
    await blocked.promise;
    gate.resolve();
    await running.settled();
    await running.publish(new OrderPlaced("o-2"));
    await running.settled();
    assertEquals((await db.execute("select id from shipped")).map(({ id }) => id), ["o-1"]);
    assertEquals(await running.publications.counts(), { COMPLETED: 1, FAILED: 1 });
  },
);

onEverySqlStore(
  "B4.1 C-178 completed publications are deleted or archived where that is asked for",
  async (database) => {
    const bindings: Parameters<typeof shop>[1] = ({ bind }) =>
      void bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
    for (const [completionMode, archived] of [["delete", 0], ["archive", 1]] as const) {
      await using running = await shop(database, bindings, { completionMode });
      await running.publish(new OrderPlaced("o-1"));
      await running.settled();
      const rows = await running.app.container.get(Database).execute("select status from event_publication_archive");
      assertEquals([await running.publications.find(), rows.length], [[], archived]);
    }
  },
);

onEverySqlStore(
  "B4.1 C-173 a publication whose listener or class is unknown is reported and tried again",
  async (database) => {
    await using running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
    });
    const db = running.app.container.get(Database);
    await running.publish(new OrderPlaced("o-1"));
    await running.publish(new OrderPlaced("o-2"));
    await running.settled();
    await db.execute("update event_publication set status = 'FAILED', next_attempt_date = 0, event_type = 'Renamed'");
    await db.execute(
      "update event_publication set listener_id = 'gone' where id = (select min(id) from event_publication)",
    );
    await running.publications.resubmitDue();
    await running.settled();
    assertEquals((await running.publications.find()).map(({ failure, status }) => [failure, status]).sort(), [
      ['There is no listener "gone"', "FAILED"],
      ['TypeError: There is no event type "Renamed"', "FAILED"],
    ]);
  },
);

onEverySqlStore(
  "B4.1 C-182 /actuator/eventpublications lists, resubmits and gives up; it is off by default",
  async (database) => {
    let isBroken = true;
    const bindings: Parameters<typeof shop>[1] = ({ bind }) =>
      void bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {
          if (isBroken) throw new Error("Out of paper");
        }, { id: "printing" }),
      );
    await using closed = await shop(database, bindings);
    assertEquals((await closed.app.fetch(new Request("http://localhost/actuator/eventpublications"))).status, 404);
    await using running = await shop(database, bindings, { endpoint: true });
    const call = async (method: string, path: string) => {
      const response = await running.app.fetch(
        new Request(`http://localhost/actuator/eventpublications${path}`, { method }),
      );
      const body = await response.text();
      return { status: response.status, body: body === "" ? undefined : JSON.parse(body) };
    };
    await running.publish(new OrderPlaced("o-1"));
    await running.publish(new OrderPlaced("o-2"));
    await running.settled();
    const { body } = await call("GET", "?status=FAILED&listener=printing&limit=10");
    assertEquals(body.counts, { FAILED: 2 });
    assertEquals(
      body.publications.map((p: EventPublication) => [p.listenerId, p.eventType, p.failure, "serializedEvent" in p]),
      [
        ["printing", "OrderPlaced", "Error: Out of paper", false],
        ["printing", "OrderPlaced", "Error: Out of paper", false],
      ],
    );
    const [first, second] = body.publications.map(({ id }: EventPublication) => id);
    assertEquals((await call("DELETE", `/${first}`)).status, 204);
    assertEquals((await call("DELETE", `/${first}`)).status, 409);
    isBroken = false;
    assertEquals((await call("POST", `/${second}/resubmit`)).status, 204);
    await running.settled();
    assertEquals((await call("GET", "")).body.counts, { ABANDONED: 1, COMPLETED: 1 });
    assertEquals((await call("GET", "?status=LOST")).status, 400);
    assertEquals((await call("GET", "?limit=none")).status, 400);
    assertEquals((await call("POST", "")).status, 405);
    assertEquals((await call("PATCH", `/${first}`)).status, 405);
    assertEquals((await call("POST", `/${first}/else`)).status, 404);
  },
);

Deno.test("B4.1 an event that could not be restored is refused when it is published", async () => {
  class Unknown extends OrderPlaced {}
  class Plain {
    constructor(readonly address: Address) {}
  }
  await using database: OwnDatabase = {
    options: { url: "sqlite::memory:" },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "a" }));
    bind(ApplicationListener).toConstantValue(listenAfterCommit(Plain, () => {}, { id: "b" }));
  });
  await assertRejects(
    () => running.publish(new Unknown("1")),
    TypeError,
    'Cannot store an event as its class must be known after a restart: current value is "Unknown"; name it in the ' +
      "option eventTypes, or let a listener name it",
  );
  await assertRejects(
    () => running.publish(new Plain(new Address("Oslo"))),
    TypeError,
    'Cannot store an event as "Plain.address" must be plain data or described with describeType: current value is ' +
      "an instance of Address",
  );
});

Deno.test("B4.1 an event that holds itself, or an invalid date, is refused with the property", async () => {
  class Held {
    constructor(readonly value: unknown) {}
  }
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  const serializer = app.container.get(EventSerializer);
  const itself: { items: unknown[] } = { items: [] };
  itself.items.push(itself);
  assertThrows(
    () => serializer.serialize(new Held(itself)),
    TypeError,
    'Cannot store an event as "Held.value.items[]" must not be an object that it is part of',
  );
  assertThrows(
    () => serializer.serialize(new Held(new Date(NaN))),
    TypeError,
    'Cannot store an event as "Held.value" must be plain data or described with describeType: current value is an ' +
      "invalid date",
  );
  const twice = { shared: true };
  assertEquals(serializer.serialize(new Held([twice, twice])), '{"value":[{"shared":true},{"shared":true}]}');
});

onEverySqlStore(
  "B4.1 C-157 C-158 C-161 C-200 one row is stored for each listener after the commit whose condition holds",
  async (database) => {
    class Listening {
      @ApplicationModuleListener(OrderPlaced, { condition: ({ cents }) => cents > 0n, transaction: "none" })
      conditional(_event: OrderPlaced) {}
      @ApplicationModuleListener(OrderPlaced)
      always(_event: OrderPlaced) {}
      @EventListener(OrderPlaced)
      inline(_event: OrderPlaced) {}
    }
    await using running = await shop(database, ({ bind }) => void bind(Listening).toSelf());
    const { listeners } = running.app.container.get(EventListenerRegistry);
    assertEquals(listeners.map(({ method, transaction }) => [method, transaction]), [
      ["conditional", "none"],
      ["always", "new"],
      ["inline", "new"],
    ]);
    const stored = async (cents: bigint) => {
      await running.publish(new OrderPlaced("o-1", undefined, undefined, cents));
      await running.settled();
      const found = await running.publications.find();
      await running.publications.deleteCompleted(-60_000);
      return found.map(({ listenerId }) => listenerId).sort();
    };
    assertEquals(await stored(0n), ["Listening.always(OrderPlaced)"]);
    assertEquals(await stored(5n), ["Listening.always(OrderPlaced)", "Listening.conditional(OrderPlaced)"]);
  },
);

onEverySqlStore("B4.1 C-167 two equal events at once each have a publication of their own", async (database) => {
  const bothWait = Promise.withResolvers<void>();
  const told: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    const on = async (_: OrderPlaced, publicationId: string) => {
      if (told.push(publicationId) === 2) bothWait.resolve();
      await bothWait.promise;
    };
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, on, { id: "shipping", transaction: "none" }),
    );
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const found = await running.publications.find({ status: "COMPLETED" });
  assertEquals(found.map(({ id }) => id).sort(), told.sort());
  assertEquals(new Set(told).size, 2);
});

onEverySqlStore("B4.1 C-172 C-175 the oldest come first, and the oldest go first", async (database) => {
  const told: string[] = [];
  let isReady = false;
  await using running = await shop(database, ({ bind }) => {
    const on = ({ orderId }: OrderPlaced) => {
      if (!isReady) throw new Error("Not ready");
      told.push(orderId);
    };
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
  }, { batchSize: 1 });
  const db = running.app.container.get(Database);
  const hour = 3_600_000;
  for (const [orderId, hours] of [["three", 3], ["none", 0], ["one", 1]] as const) {
    await running.publish(new OrderPlaced(orderId));
    await running.settled();
    const date = Date.now() - hours * hour;
    await db.execute(
      `update event_publication set publication_date = ${date}, next_attempt_date = 0
        where serialized_event like '%"${orderId}"%'`,
    );
  }
  isReady = true;
  for (let round = 0; round < 3; round++) {
    await running.publications.resubmitDue();
    await running.settled();
  }
  const byAge = ["three", "one", "none"];
  const stored = async () =>
    (await running.publications.find()).map((each) => JSON.parse(each.serializedEvent).orderId);
  assertEquals([told, await stored()], [byAge, byAge]);
  await db.execute(`update event_publication set completion_date = completion_date - 30000
    where serialized_event like '%"one"%'`);
  assertEquals([await running.publications.deleteCompleted(15_000), await stored()], [1, ["three", "none"]]);
});

onEverySqlStore("B4.1 C-176 publications that are completed or given up are deleted by their ids", async (database) => {
  let isBroken = false;
  const bindings: Parameters<typeof shop>[1] = ({ bind }) => {
    const on = () => isBroken ? Promise.reject(new Error("Down")) : Promise.resolve();
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
  };
  await using running = await shop(database, bindings);
  const { publications } = running;
  const published = async (status: EventPublication["status"]) => {
    for (const id of ["o-1", "o-2"]) await running.publish(new OrderPlaced(id));
    await running.settled();
    return (await publications.find({ status })).map(({ id }) => id);
  };
  const [completed, completedToo] = await published("COMPLETED");
  isBroken = true;
  const [failed, failedToo] = await published("FAILED");
  await publications.giveUp(failed!);
  assertEquals(await publications.delete(completed!, failed!, failedToo!, "unknown"), 2);
  assertEquals((await publications.find()).map(({ id }) => id).sort(), [completedToo, failedToo].sort());
});

onEverySqlStore("B4.1 C-176 what was archived is deleted by its id, too", async (database) => {
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
  }, { completionMode: "archive" });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const archived = () => running.app.container.get(Database).execute("select id from event_publication_archive");
  const ids = (await archived()).map(({ id }) => String(id));
  assertEquals([ids.length, await running.publications.delete(...ids), await archived()], [1, 1, []]);
});

onEverySqlStore("B4.1 C-178 what was archived is found as completed, and counted", async (database) => {
  const bindings: Parameters<typeof shop>[1] = ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
  };
  const orders = async (publications: EventPublications, filter: Parameters<EventPublications["find"]>[0]) =>
    (await publications.find(filter)).map(({ serializedEvent }) => JSON.parse(serializedEvent).orderId);
  for (const [completionMode, orderId] of [["archive", "o-1"], ["update", "o-2"], ["archive", "o-3"]] as const) {
    await using running = await shop(database, bindings, { completionMode });
    await running.publish(new OrderPlaced(orderId));
    await running.settled();
  }
  await using running = await shop(database, bindings, { completionMode: "archive" });
  const { publications } = running;
  assertEquals(await orders(publications, { status: "COMPLETED", listenerId: "shipping" }), ["o-1", "o-2", "o-3"]);
  assertEquals(await orders(publications, { status: "COMPLETED", limit: 2 }), ["o-1", "o-2"]);
  assertEquals(await orders(publications, { status: "COMPLETED", listenerId: "other" }), []);
  assertEquals(await orders(publications, {}), ["o-2"]);
  assertEquals(await publications.counts(), { COMPLETED: 3 });
});

onEverySqlStore("B4.1 C-187 what another instance holds is left alone until its lease is over", async (database) => {
  const told: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    const on = ({ orderId }: OrderPlaced) => void told.push(orderId);
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
  });
  const serializedEvent = running.app.container.get(EventSerializer).serialize(new OrderPlaced("o-1"));
  const now = Date.now();
  const publication = { id: "p-1", listenerId: "shipping", eventType: "OrderPlaced", serializedEvent };
  await running.app.container.get(EventPublicationStore).add([{ ...publication, traceparent: undefined }], {
    owner: "another",
    now,
    until: now + 3_600_000,
  });
  assertEquals([await running.publications.resubmitDue(), await running.publications.counts()], [0, { PUBLISHED: 1 }]);
  await running.app.container.get(Database).execute("update event_publication set lease_until = 0");
  assertEquals(await running.publications.resubmitDue(), 1);
  await running.settled();
  assertEquals([told, await running.publications.counts()], [["o-1"], { COMPLETED: 1 }]);
});

Deno.test({
  name:
    "B4.1 a listener that never ends keeps the application from stopping for a time only, and leaves nothing running",
  sanitizeOps: true,
  sanitizeResources: true,
  async fn() {
    const lines: string[] = [];
    const told = Promise.withResolvers<void>();
    const stuck = new ContainerModule(({ bind }) => {
      bind(LogSink).toConstantValue(({ category, message }) =>
        void (category === "espalier.events" && lines.push(message))
      );
      const on = () => {
        told.resolve();
        return new Promise(() => {});
      };
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, on, { id: "stuck", transaction: "none" }),
      );
    });
    const app = await createApp(createContainer(data({ url: "sqlite::memory:" }), eventPublications(fast), stuck), {
      properties: { http: { drainTimeoutMs: 1 } },
    });
    await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
    await told.promise;
    await app[Symbol.asyncDispose]();
    assertEquals(lines, ["Stopping with 1 listener(s) at work: they are told again when the lease is over"]);
  },
});

onEverySqlStore("B4.1 whatever a listener throws is written down", async (database) => {
  const thrown = [Object.create(null), undefined, { code: 5 }, "cold", new RangeError("no \0 paper")];
  await using running = await shop(database, ({ bind }) => {
    for (const [at, value] of thrown.entries()) {
      const fail = () => {
        throw value;
      };
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, fail, { id: `listener ${at}` }));
    }
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const found = (await running.publications.find({ status: "FAILED" })).map(brief);
  assertEquals(
    found.map(({ listenerId, failure }) => [listenerId, failure]).sort(),
    ["[Object: null prototype] {}", "undefined", "{ code: 5 }", "cold", "RangeError: no  paper"]
      .map((failure, at) => [`listener ${at}`, failure]),
  );
});

onEverySqlStore("B4.1 any number of publications is delivered again or given up at once", async (database) => {
  await using running = await shop(database, ({ bind }) => {
    const fail = () => Promise.reject(new Error("Down"));
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, fail, { id: "failing" }));
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const [failed] = await running.publications.find();
  const ids = [...Array.from({ length: 70_000 }, (_, at) => `unknown-${at}`), failed!.id];
  assertEquals([await running.publications.giveUp(...ids), await running.publications.resubmit(...ids)], [1, 1]);
});

onEverySqlStore(
  "B4.1 more publications than are taken at once are delivered again when that is asked for",
  async (database) => {
    let isReady = false;
    await using running = await shop(database, ({ bind }) => {
      const on = () => isReady ? Promise.resolve() : Promise.reject(new Error("Down"));
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
    }, { batchSize: 2, retryDelayMs: 3_600_000, maxRetryDelayMs: 3_600_000 });
    for (let at = 0; at < 5; at++) await running.publish(new OrderPlaced(`o-${at}`));
    await running.settled();
    isReady = true;
    const ids = (await running.publications.find()).map(({ id }) => id);
    assertEquals(await running.publications.resubmit(...ids), 5);
    await running.settled();
    assertEquals(await running.publications.counts(), { COMPLETED: 5 });
  },
);

Deno.test("B4.1 publications are deleted by an age that is a number", async () => {
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  await assertRejects(
    () => app.container.get(EventPublications).deleteCompleted(NaN),
    RangeError,
    'Cannot delete publications as "olderThanMs" must be a finite number: current value is NaN',
  );
});

Deno.test("B4.1 C-169 publications are found up to a limit that is an integer from 1", async () => {
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  const publications = app.container.get(EventPublications);
  for (const limit of [0, -1, 1.5, NaN]) {
    await assertRejects(
      () => publications.find({ limit }),
      RangeError,
      `Cannot find publications as "limit" must be an integer >= 1: current value is ${limit}`,
    );
  }
});

Deno.test("B4.1 events keep dates, big numbers, bytes, maps, sets and odd keys on their way through the store", async () => {
  class Everything {
    readonly nothing = null;
    readonly date = new Date(1);
    readonly big = 2n ** 70n;
    readonly bytes = new Uint8Array([1, 2, 255]);
    readonly map = new Map<string, unknown>([["a", new Set([1])]]);
    readonly nested = { "$date": "not a date", "__proto__x": [1, { deep: true }] };
  }
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  const serializer = app.container.get(EventSerializer);
  const event = new Everything();
  const restored = serializer.deserialize(serializer.serialize(event), Everything);
  assertInstanceOf(restored, Everything);
  assertEquals(restored, event);
});

Deno.test("B4.1 settings that make no sense are refused", () => {
  assertThrows(
    () => eventPublications({ maxAttempts: 0 }),
    TypeError,
    'Cannot use option "maxAttempts" as it must be an integer >= 1: current value is 0',
  );
  assertThrows(
    () => eventPublications({ completionMode: "remove" as "delete" }),
    TypeError,
    'Cannot use option "completionMode" as it must be one of "update", "delete", "archive": current value is "remove"',
  );
  for (const name of ["checkIntervalMs", "leaseMs"]) {
    eventPublications({ [name]: 2 ** 31 - 1 });
    assertThrows(
      () => eventPublications({ [name]: 2 ** 31 }),
      TypeError,
      `Cannot use option "${name}" as it must be an integer < 2147483648: current value is 2147483648`,
    );
  }
});

onEverySqlStore(
  "B4.1 a table of somebody else's under the same name is told with the columns it needs",
  async (database) => {
    const { url, ...options } = database.options;
    await using opened = await openDatabase(url, options);
    await opened.execute(
      "create table event_publication (id text primary key, listener_id text, completion_date bigint)",
    );
    const error = await assertRejects(
      () => createApp(createContainer(data(database.options), eventPublications())),
      Error,
    );
    assertMatch(
      error.message,
      /Cannot store event publications as table "event_publication" must have the columns id, listener_id, .* owner, lease_until: rename the table that is there \(.*event_type/,
    );
  },
);

onEverySqlStore("B4.1 C-178 publications are archived from a table that has further columns", async (database) => {
  const bindings: ConstructorParameters<typeof ContainerModule>[0] = ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
  };
  await using running = await shop(database, bindings, { completionMode: "archive" });
  await running.app.container.get(Database).execute("alter table event_publication add column note text");
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const rows = await running.app.container.get(Database).execute("select status from event_publication_archive");
  assertEquals([await running.publications.find(), rows.map(({ status }) => status)], [[], ["COMPLETED"]]);
});

Deno.test("B4.1 publications are stored by one feature only", () => {
  assertThrows(
    () => createContainer(data(), eventPublications(), eventPublications()),
    TypeError,
    "Cannot install eventPublications() as it must be installed once: it is installed",
  );
});

Deno.test("B4.1 publications can't be stored in a database without SQL", async () => {
  const error = await assertRejects(() => createApp(createContainer(data({ url: "memory:" }), eventPublications())));
  assertInstanceOf(error, Error);
  assertEquals(
    error.message,
    'Cannot start the application as "events: prepare the store of publications" failed: Cannot store event ' +
      'publications as the database must be SQLite or PostgreSQL: current value is "memory:"',
  );
});

/** Asks again until an answer satisfies, without a fixed pause. */
async function until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<void> {
  while (!isDone(await ask())) await new Promise((resolve) => setTimeout(resolve, 1));
}
