import { createApp, createContainer, LogLevelTable, LogSink } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { sharedLogLevels, subscriptions, type SubscriptionsOptions } from "@espalier/espalier/subscriptions";
import { assertEquals, assertRejects } from "@std/assert";
import { beans } from "../graphql/graphql_app.ts";
import { onEveryBroker } from "./brokers.ts";

function start(options: SubscriptionsOptions) {
  const quiet = beans(({ bind }) => void bind(LogSink).toConstantValue(() => {}));
  const container = createContainer(subscriptions(options), sharedLogLevels(), actuator({ endpoints: true }), quiet);
  return createApp(container, { properties: { actuator: { exposureInclude: ["loggers"] } } });
}

/** Resolves when a category has a level. */
async function hasLevel(table: LogLevelTable, category: string, level: string | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => table.configured(category) === level && resolve();
  const forget = table.onChange(look);
  look();
  await promise;
  forget();
}

onEveryBroker(
  "what is changed at the loggers of one instance applies to all, and is undone for all",
  async (options) => {
    await using one = await start(options);
    await using other = await start(options);
    const tables = [one, other].map(({ container }) => container.get(LogLevelTable));
    const post = async (level: string | null) => {
      const { status } = await one.fetch(
        new Request("http://localhost/actuator/loggers/shop.orders", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ configuredLevel: level }),
        }),
      );
      assertEquals(status, 204);
    };
    await post("TRACE");
    for (const table of tables) await hasLevel(table, "shop.orders", "TRACE");
    await post(null);
    for (const table of tables) await hasLevel(table, "shop.orders", undefined);
    // Both at once: the order of the bus decides for both.
    for (let i = 0; i < 10; i++) {
      tables[0]!.set("race", "DEBUG");
      tables[1]!.set("race", "ERROR");
    }
    tables[0]!.set("end", "WARN");
    tables[1]!.set("end.too", "WARN");
    for (const table of tables) {
      await hasLevel(table, "end", "WARN");
      await hasLevel(table, "end.too", "WARN");
    }
    assertEquals(tables[0]!.configured("race"), tables[1]!.configured("race"));
  },
);

Deno.test("shared levels of loggers need subscriptions()", async () => {
  await assertRejects(() => createApp(createContainer(sharedLogLevels())), Error, "subscriptions() must be installed");
});
