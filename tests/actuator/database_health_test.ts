import { assertEquals } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, openDatabase } from "@espalier/espalier/data";
import { call } from "./actuator_setup.ts";

function appOn(url: string, ...overrides: readonly ContainerModule[]): Promise<Application> {
  return createApp(createContainer(actuator({ diskSpace: false }), data({ url }), ...overrides), {
    properties: { logging: { level: "OFF" }, actuator: { healthDetails: "always" } },
  });
}

Deno.test("B1.4 the database is asked for its health", async () => {
  for (const url of ["sqlite::memory:", "memory:"]) {
    await using app = await appOn(url);
    const { name } = app.container.get(Database);
    const expected = { status: 200, body: { status: "UP", details: { database: name } } };
    assertEquals(await call(app, "/actuator/health/db"), expected);
  }
});

Deno.test("B1.4 a database that is gone is down, and with it the service", async () => {
  await using database = await openDatabase("sqlite::memory:");
  const gone = new Proxy(database, {
    get: (target, name) => {
      if (name === "isInMemory") return false;
      if (name === "execute") return () => Promise.reject(new Error("connection refused"));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const override = new ContainerModule(({ rebind }) => void rebind(Database).toConstantValue(gone));
  await using app = await appOn("sqlite::memory:", override);
  const expected = { status: "DOWN", details: { error: "Error: connection refused" } };
  assertEquals(await call(app, "/actuator/health/db"), { status: 503, body: expected });
  assertEquals((await call(app, "/actuator/health")).status, 503);
  assertEquals((await call(app, "/actuator/health/liveness")).status, 200);
});
