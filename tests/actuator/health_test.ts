import { assertEquals, assertRejects } from "@std/assert";
import { ContainerModule, type Health, HealthContributor, Lifecycle } from "@espalier/espalier";
import { ApplicationAvailability, HealthGroup } from "@espalier/espalier/actuator";
import { ActuatorServer } from "../../src/actuator/actuator_server.ts";
import { actuatorApp, call, contributors } from "./actuator_setup.ts";

const groups = ["liveness", "readiness"];
const shown = { actuator: { healthDetails: "always" } } as const;
const up: Health = { status: "UP" };
const states = { livenessState: up, readinessState: up };

Deno.test("B1.4 health hides its components by default (C-041, C-052)", async () => {
  await using app = await actuatorApp({}, contributors({ db: { status: "UP", details: { version: 15 } }, disk: up }));
  assertEquals(await call(app, "/actuator/health"), { status: 200, body: { status: "UP", groups } });
  assertEquals((await call(app, "/actuator/health/db")).status, 404);
});

Deno.test("B1.4 shown components are sorted and carry details (C-050, C-052, C-053)", async () => {
  const db: Health = { status: "UP", components: { replica: { status: "DOWN", details: { lag: 12n } } } };
  await using app = await actuatorApp(shown, contributors({ zoo: up, db }));
  const replica = { status: "DOWN", details: { lag: "12" } };
  const { status, body } = await call(app, "/actuator/health");
  assertEquals([status, body], [200, {
    status: "UP",
    components: { db: { status: "UP", components: { replica } }, ...states, zoo: up },
    groups,
  }]);
  assertEquals(Object.keys((body as { components: object }).components), ["db", ...Object.keys(states), "zoo"]);
  assertEquals((await call(app, "/actuator/health/db")).status, 200);
  assertEquals(await call(app, "/actuator/health/db/replica"), { status: 503, body: replica });
  for (const path of ["nope", "db/nope", "db/replica/nope", "db/constructor"]) {
    assertEquals((await call(app, `/actuator/health/${path}`)).status, 404, path);
  }
});

Deno.test("B1.4 a health is told without empty details and without what no health has, its parts by name (C-050)", async () => {
  const components = { zoo: { status: "UP", details: {} }, ant: { status: "UP", secret: 1 } };
  await using app = await actuatorApp(
    { actuator: { healthDetails: "always" } },
    contributors({ db: { status: "UP", details: {}, owner: "ada", components } as Health }),
  );
  const response = await app.fetch(new Request("http://localhost/actuator/health/db"));
  assertEquals(await response.text(), '{"status":"UP","components":{"ant":{"status":"UP"},"zoo":{"status":"UP"}}}');
});

Deno.test("B1.4 statuses are aggregated by gravity (C-043, C-044, C-046)", async () => {
  const cases: readonly [statuses: string[], status: string, code: number][] = [
    [["OUT_OF_SERVICE", "UP"], "OUT_OF_SERVICE", 503],
    [["OUT_OF_SERVICE", "DOWN"], "DOWN", 503],
    [["UP", "UNKNOWN"], "UP", 200],
    [["FATAL", "UP"], "UP", 200],
  ];
  for (const [statuses, status, code] of cases) {
    const healths = Object.fromEntries(statuses.map((status, at) => [`c${at}`, { status }]));
    await using app = await actuatorApp({}, contributors(healths));
    assertEquals(await call(app, "/actuator/health"), { status: code, body: { status, groups } });
  }
});

Deno.test("B1.4 order and HTTP status of health statuses are configurable (C-047, C-049)", async () => {
  const health = async (status: string, actuator: object) => {
    await using app = await actuatorApp({ actuator }, contributors({ part: { status } }));
    const { status: code, body } = await call(app, "/actuator/health");
    return [code, (body as Health).status];
  };
  const healthStatusOrder = ["fatal", "down"];
  assertEquals(await health("FATAL", { healthStatusOrder }), [200, "FATAL"]);
  assertEquals(await health("FATAL", { healthStatusOrder, healthHttpMapping: { fatal: 500 } }), [500, "FATAL"]);
  assertEquals(await health("DOWN", { healthHttpMapping: { down: 500 } }), [500, "DOWN"]);
  assertEquals(await health("OUT_OF_SERVICE", { healthHttpMapping: { down: 500 } }), [200, "OUT_OF_SERVICE"]);
});

Deno.test("B1.4 a contributor that throws is down and says why (C-059)", async () => {
  const db = () => {
    throw new TypeError("no connection");
  };
  await using app = await actuatorApp(shown, contributors({ db }));
  const expected = { status: "DOWN", details: { error: "TypeError: no connection" } };
  assertEquals(await call(app, "/actuator/health/db"), { status: 503, body: expected });
});

Deno.test("B1.4 a contributor that gives no health, or one that is no JSON, is down and says why (C-059)", async () => {
  const shape = 'Cannot use a health as it must be an object with a text "status": current value is ';
  const details: Record<string, unknown> = {};
  details.itself = details;
  const cases: readonly [answer: unknown, error: string][] = [
    [undefined, `${shape}undefined`],
    [null, `${shape}null`],
    [{ status: 1 }, `${shape}{"status":1}`],
    [{ status: "UP", components: { replica: {} } }, `${shape}{}`],
    [{ status: "UP", details }, "Converting circular structure to JSON"],
  ];
  for (const [answer, error] of cases) {
    await using app = await actuatorApp(shown, contributors({ db: () => answer as never }));
    const { status, body } = await call(app, "/actuator/health/db") as { status: number; body: Health };
    // The engine's own words go on about where the circle closes.
    assertEquals([status, body.status, String(body.details?.error).split("\n")[0]], [
      503,
      "DOWN",
      `TypeError: ${error}`,
    ]);
  }
});

Deno.test("B1.4 a contributor without permission is unknown and names the flag", async () => {
  const error = 'Requires net access to "db:5432", run again with the --allow-net flag';
  const db = () => Promise.reject(new Deno.errors.NotCapable(error));
  await using app = await actuatorApp(shown, contributors({ db }));
  assertEquals(await call(app, "/actuator/health/db"), {
    status: 200,
    body: { status: "UNKNOWN", details: { error: `NotCapable: ${error}`, flag: "--allow-net" } },
  });
});

Deno.test("B1.4 a contributor that hangs is down after its time, and told to stop", async () => {
  let signal: AbortSignal | undefined;
  const hanging = new ContainerModule(({ bind }) => {
    bind(HealthContributor).toConstantValue({
      name: "slow",
      health: (given) => {
        signal = given;
        return new Promise<Health>(() => {});
      },
    });
  });
  await using app = await actuatorApp({ actuator: { healthDetails: "always", healthTimeoutMs: 5 } }, hanging);
  const expected = { status: "DOWN", details: { error: "TimeoutError: Cannot wait longer than 5 ms" } };
  assertEquals(await call(app, "/actuator/health/slow"), { status: 503, body: expected });
  assertEquals(signal?.aborted, true);
});

Deno.test("B1.4 requests at the same time share one look at a contributor", async () => {
  let asked = 0;
  const db = async () => {
    asked++;
    await Promise.resolve();
    return up;
  };
  await using app = await actuatorApp({}, contributors({ db }));
  await Promise.all([1, 2, 3].map(() => call(app, "/actuator/health")));
  assertEquals(asked, 1);
  await call(app, "/actuator/health");
  assertEquals(asked, 2);
});

Deno.test("B1.4 liveness and readiness follow what the application says (C-055, C-056)", async () => {
  await using app = await actuatorApp(shown);
  const availability = app.container.get(ApplicationAvailability);
  const probes = async () => {
    const [liveness, readiness] = [
      await call(app, "/actuator/health/liveness"),
      await call(app, "/actuator/health/readiness"),
    ];
    return [liveness.status, liveness.body, readiness.status, readiness.body];
  };
  assertEquals(await probes(), [200, up, 200, up]);
  availability.readiness = "REFUSING_TRAFFIC";
  assertEquals(await probes(), [200, up, 503, { status: "OUT_OF_SERVICE" }]);
  availability.liveness = "BROKEN";
  assertEquals(await call(app, "/actuator/health/liveness"), { status: 503, body: { status: "DOWN" } });
  assertEquals((await call(app, "/actuator/health")).status, 503);
});

Deno.test("B1.4 what is configured for the health of the whole does not make a probe mild", async () => {
  await using app = await actuatorApp({
    actuator: { healthHttpMapping: { fatal: 500 }, healthStatusOrder: ["fatal"], probePaths: true },
  });
  const availability = app.container.get(ApplicationAvailability);
  availability.readiness = "REFUSING_TRAFFIC";
  availability.liveness = "BROKEN";
  const down = { status: 503, body: { status: "DOWN" } };
  const out = { status: 503, body: { status: "OUT_OF_SERVICE" } };
  assertEquals([await call(app, "/actuator/health/liveness"), await call(app, "/livez")], [down, down]);
  assertEquals([await call(app, "/actuator/health/readiness"), await call(app, "/readyz")], [out, out]);
  assertEquals((await call(app, "/actuator/health")).status, 200);
});

Deno.test("B1.4 a draining application is alive but not ready", async () => {
  await using app = await actuatorApp();
  const lifecycle = app.container.get(Lifecycle);
  const blocked = Promise.withResolvers<void>();
  lifecycle.onDrain(() => blocked.promise);
  const stopped = app[Symbol.asyncDispose]();
  assertEquals((await call(app, "/actuator/health/liveness")).status, 200);
  assertEquals(await call(app, "/actuator/health/readiness"), { status: 503, body: { status: "OUT_OF_SERVICE" } });
  assertEquals((await call(app, "/anything")).status, 503);
  blocked.resolve();
  await stopped;
});

Deno.test("B1.4 the short paths of the probes answer when they are asked for (C-058)", async () => {
  await using app = await actuatorApp({ actuator: { probePaths: true } });
  assertEquals(await call(app, "/livez"), { status: 200, body: up });
  assertEquals(await call(app, "/readyz"), { status: 200, body: up });
  assertEquals((await call(app, "/readyz", { method: "POST" })).status, 405);
  await using plain = await actuatorApp();
  assertEquals((await call(plain, "/livez")).status, 404);
});

Deno.test("B1.4 a group of one's own selects contributors and answers in its own way", async () => {
  const group = new ContainerModule(({ bind }) => {
    bind(HealthGroup).toConstantValue({
      name: "storage",
      include: ["*"],
      exclude: ["livenessState", "readinessState", "mail"],
      showDetails: "always",
      httpMapping: { DOWN: 418 },
    });
  });
  await using app = await actuatorApp({}, contributors({ db: { status: "DOWN" }, mail: up }), group);
  const expected = { status: "DOWN", components: { db: { status: "DOWN" } } };
  assertEquals(await call(app, "/actuator/health/storage"), { status: 418, body: expected });
  assertEquals(await call(app, "/actuator/health/storage/db"), { status: 418, body: { status: "DOWN" } });
  assertEquals((await call(app, "/actuator/health/storage/mail")).status, 404);
  assertEquals((await call(app, "/actuator/health")).body, {
    status: "DOWN",
    groups: ["liveness", "readiness", "storage"],
  });
});

Deno.test("B1.4 a group that names no contributor fails the start", async () => {
  const group = new ContainerModule(({ bind }) => {
    bind(HealthGroup).toConstantValue({ name: "storage", include: ["db"] });
  });
  await assertRejects(
    () => actuatorApp({}, group),
    Error,
    'Cannot make health group "storage" as its members must be among livenessState, readinessState: current value is "db"',
  );
});

/** Makes groups that show their components. */
function groupsOf(...all: readonly HealthGroup[]): ContainerModule {
  return new ContainerModule(({ bind }) => {
    for (const group of all) bind(HealthGroup).toConstantValue({ showDetails: "always", ...group });
  });
}

Deno.test("B1.4 a group without members is not found, whatever the reason", async () => {
  await using app = await actuatorApp(
    { actuator: { healthGroupValidation: false } },
    contributors({ db: { status: "DOWN", components: { replica: { status: "DOWN" } } } }),
    groupsOf(
      { name: "excluded", include: ["db"], exclude: ["*"] },
      { name: "nobody", include: [] },
      { name: "planned", include: ["queue"] },
      { name: "partless", include: ["db"], exclude: ["db/replica"] },
      { name: "partly", include: ["db", "queue"], exclude: ["cache"] },
    ),
  );
  for (const name of ["excluded", "nobody", "planned", "partless", "planned/queue"]) {
    assertEquals((await call(app, `/actuator/health/${name}`)).status, 404, name);
  }
  assertEquals((await call(app, "/actuator/health/partly")).status, 503);
});

Deno.test("B1.4 groups without a usable name, or of one name, fail the start", async () => {
  const cases: readonly [names: unknown[], message: string][] = [
    [["a/b"], 'Cannot make a health group as its name must be a text without a slash: current value is "a/b"'],
    [[""], 'Cannot make a health group as its name must be a text without a slash: current value is ""'],
    [[undefined], "Cannot make a health group as its name must be a text without a slash: current value is undefined"],
    [["a", "a"], 'Cannot make two health groups of one name: current value is "a"'],
  ];
  for (const [names, message] of cases) {
    const groups = names.map((name) => ({ name: name as string, include: ["*"] }));
    await assertRejects(() => actuatorApp({}, groupsOf(...groups)), Error, message);
  }
});

Deno.test("B1.4 the probes can be widened by a group of their name", async () => {
  const group = new ContainerModule(({ bind }) => {
    bind(HealthGroup).toConstantValue({ name: "readiness", include: ["readinessState", "db"] });
  });
  await using app = await actuatorApp({}, contributors({ db: { status: "DOWN" } }), group);
  assertEquals(await call(app, "/actuator/health/readiness"), { status: 503, body: { status: "DOWN" } });
  assertEquals((await call(app, "/actuator/health/liveness")).status, 200);
});

Deno.test("25.1 a health group answers at a further path of the port that it names", async () => {
  const groups = new ContainerModule(({ bind }) => {
    bind(HealthGroup).toConstantValue({ name: "lb", include: ["db"], additionalPath: "server:/healthz" });
    bind(HealthGroup).toConstantValue({ name: "ops", include: ["db"], additionalPath: "management:/opsz" });
  });
  await using app = await actuatorApp({ actuator: { port: 0 } }, contributors({ db: { status: "DOWN" } }), groups);
  const { url } = app.container.get(ActuatorServer);
  assertEquals(await call(app, "/healthz"), { status: 503, body: { status: "DOWN" } });
  assertEquals((await call(app, "/opsz")).status, 404);
  const answers = await Promise.all(["opsz", "healthz"].map((path) => fetch(`${url}/${path}`)));
  assertEquals(answers.map(({ status }) => status), [503, 404]);
  await Promise.all(answers.map(({ body }) => body?.cancel()));
});

Deno.test("25.1 a further path without a port fails the start and is named", async () => {
  const group = new ContainerModule(({ bind }) => {
    bind(HealthGroup).toConstantValue({ name: "lb", include: ["*"], additionalPath: "/healthz" });
  });
  await assertRejects(
    () => actuatorApp({}, contributors({ db: { status: "UP" } }), group),
    Error,
    'must be a path after a port, such as "server:/healthz" or "management:/healthz": current value is "/healthz"',
  );
});
