import { assertEquals, assertRejects } from "@std/assert";
import { type Application, ContainerModule, type Health, HealthContributor } from "@espalier/espalier";
import { HealthGroup } from "@espalier/espalier/actuator";
import { actuatorApp, call, contributors } from "./actuator_setup.ts";

const up: Health = { status: "UP" };
const down: Health = { status: "DOWN" };

/** A contributor that says which parts it has. */
function withParts(parts: readonly string[], health: () => Health): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(HealthContributor).toConstantValue({ name: "db", parts, health });
  });
}

function groups(...all: readonly HealthGroup[]): ContainerModule {
  return new ContainerModule(({ bind }) => {
    for (const group of all) bind(HealthGroup).toConstantValue({ showDetails: "always", ...group });
  });
}

async function answers(app: Application, ...paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: [string, unknown][] = [];
  for (const path of paths) {
    const { status, body } = await call(app, `/actuator/health/${path}`);
    found.push([path, status === 404 ? 404 : [status, body]]);
  }
  return Object.fromEntries(found);
}

Deno.test("B1.4 a group takes parts of a contributor, and is as well as they are", async () => {
  const replica: Health = { status: "DOWN", components: { disk: up, network: down } };
  await using app = await actuatorApp(
    {},
    withParts(["primary", "replica/network"], () => ({
      status: "DOWN",
      details: { lag: 3 },
      components: { primary: { ...up, details: { version: 15 } }, replica },
    })),
    contributors({ mail: up, dbase: down }),
    groups(
      { name: "included", include: ["db/primary", "mail"] },
      { name: "excluded", include: ["*"], exclude: ["db/replica", "dbase", "livenessState", "readinessState"] },
      { name: "deep", include: ["db"], exclude: ["db/replica/network"] },
      { name: "inner", include: ["db/replica/network"] },
      { name: "whole", include: ["db"] },
      { name: "both", include: ["db", "db/primary"] },
      { name: "hidden", include: ["db/primary"], showDetails: "never" },
    ),
  );
  const primary = { status: "UP", details: { version: 15 } };
  const left = { status: "UP", components: { db: { status: "UP", components: { primary } }, mail: up } };
  const whole = { status: "DOWN", details: { lag: 3 }, components: { primary, replica } };
  const deep = { status: "UP", components: { primary, replica: { status: "UP", components: { disk: up } } } };
  const network = { status: "DOWN", components: { network: down } };
  assertEquals(
    await answers(app, "included", "excluded", "deep", "inner", "whole", "both", "hidden"),
    {
      included: [200, left],
      excluded: [200, left],
      deep: [200, { status: "UP", components: { db: deep } }],
      inner: [503, { status: "DOWN", components: { db: { status: "DOWN", components: { replica: network } } } }],
      whole: [503, { status: "DOWN", components: { db: whole } }],
      both: [503, { status: "DOWN", components: { db: whole } }],
      hidden: [200, up],
    },
  );
  // What doesn't belong to the group is not found in it.
  assertEquals(
    await answers(app, "included/db", "included/db/primary", "included/db/replica", "inner/db/primary", "hidden/db"),
    {
      "included/db": [200, { status: "UP", components: { primary } }],
      "included/db/primary": [200, primary],
      "included/db/replica": 404,
      "inner/db/primary": 404,
      "hidden/db": 404,
    },
  );
});

Deno.test("B1.4 the parts that a group takes are aggregated and mapped as the group does", async () => {
  const components = { primary: { status: "FATAL" }, replica: up, backup: { status: "DOWN" } };
  await using app = await actuatorApp(
    {},
    withParts(["primary", "replica", "backup"], () => ({ status: "DOWN", components })),
    groups({
      name: "storage",
      include: ["db"],
      exclude: ["db/backup"],
      statusOrder: ["fatal", "up"],
      httpMapping: { fatal: 418 },
    }),
  );
  const db = { status: "FATAL", components: { primary: { status: "FATAL" }, replica: up } };
  assertEquals(await answers(app, "storage", "storage/db"), {
    storage: [418, { status: "FATAL", components: { db } }],
    "storage/db": [418, db],
  });
});

Deno.test("B1.4 a contributor that fails as a whole fails the groups that take a part of it", async () => {
  let health: () => Health = () => up;
  await using app = await actuatorApp(
    {},
    withParts(["primary", "replica/disk"], () => health()),
    groups({ name: "storage", include: ["db/primary"] }, { name: "disks", include: ["db/replica/disk"] }),
  );
  const all = (status: number, db: Health) => ({
    storage: [status, { status: db.status, components: { db } }],
    disks: [status, { status: db.status, components: { db } }],
  });
  assertEquals(await answers(app, "storage", "disks"), all(200, up));
  health = () => {
    throw new TypeError("no connection");
  };
  const failed: Health = { status: "DOWN", details: { error: "TypeError: no connection" } };
  assertEquals(await answers(app, "storage", "disks"), all(503, failed));
  const cases: readonly [components: Record<string, Health>, missing: string][] = [
    [{}, "primary"],
    [{ replica: up }, "primary"],
    [{ primary: up }, "replica/disk"],
    [{ primary: up, replica: { status: "UP", components: { network: up } } }, "replica/disk"],
  ];
  for (const [components, missing] of cases) {
    health = () => ({ status: "UP", components });
    const shown = JSON.stringify(health());
    const error = `TypeError: Cannot use a health as its components must hold the part "${missing}": current value is `;
    assertEquals(
      await answers(app, "storage", "disks"),
      all(503, { status: "DOWN", details: { error: error + shown } }),
    );
  }
  health = () => ({ status: "UP", components: { primary: up, replica: down } });
  const replica = { status: "DOWN", components: { replica: down } };
  assertEquals(await answers(app, "storage", "disks"), {
    storage: [200, { status: "UP", components: { db: { status: "UP", components: { primary: up } } } }],
    disks: [503, { status: "DOWN", components: { db: replica } }],
  });
});

Deno.test("B1.4 a group that names an undeclared part fails the start", async () => {
  const start = (group: HealthGroup, parts = ["primary/disk"]) =>
    actuatorApp({}, withParts(parts, () => up), groups(group));
  const known = "livenessState, readinessState, db, db/primary, db/primary/disk";
  for (
    const [group, unknown] of [
      [{ name: "storage", include: ["db/replica"] }, "db/replica"],
      [{ name: "storage", include: ["*"], exclude: ["db/primary/network"] }, "db/primary/network"],
      [{ name: "storage", include: ["db/"] }, "db/"],
      [{ name: "storage", include: ["db/primary", "mail/primary"] }, "mail/primary"],
      [{ name: "storage", include: ["db/*"] }, "db/*"],
    ] as const
  ) {
    await assertRejects(
      () => start(group),
      Error,
      `Cannot make health group "storage" as its members must be among ${known}: current value is "${unknown}"`,
    );
  }
  await using _app = await start({ name: "storage", include: ["db/primary"], exclude: ["db/primary/disk"] });
  await assertRejects(
    () => actuatorApp({}, contributors({ "db/primary": up })),
    Error,
    'Cannot install a health contributor as its name must be a text without a slash: current value is "db/primary"',
  );
  await assertRejects(
    () =>
      actuatorApp(
        {},
        new ContainerModule(({ bind }) => {
          bind(HealthContributor).toConstantValue({ health: () => up } as unknown as HealthContributor);
        }),
      ),
    Error,
    "Cannot install a health contributor as its name must be a text without a slash: current value is undefined",
  );
});
