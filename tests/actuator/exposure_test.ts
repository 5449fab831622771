import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type EspalierPropertiesInput,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { ActuatorEndpoint } from "@espalier/espalier";
import { modulith } from "@espalier/espalier/modulith";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Gear {
  id!: string;
}
describeType(Gear, { id: t.id }, { id: "id" });
class Gears extends repository(Gear, {}) {}

const paths = ["", "/health", "/health/liveness", "/modulith", "/gears"];

/** Starts a service and asks for every path of its actuator and for the OpenAPI document. */
async function shown(properties: EspalierPropertiesInput): Promise<string[]> {
  const structure = { version: 1, systemName: "shop", modules: [], violations: [] };
  const beans = new ContainerModule(({ bind }) => {
    bind(ActuatorEndpoint).toConstantValue({ id: "gears", handle: () => Response.json({ turning: true }) });
    bind(Gears).toResolvedValue((database) => new Gears(database), [Database]);
  });
  const container = createContainer(
    actuator({ diskSpace: false }),
    modulith({ structure }),
    data({ entities: [Gear] }),
    rest(),
    exportRepository(Gears),
    beans,
  );
  await using app = await createApp(container, { properties: { logging: { level: "OFF" }, ...properties } });
  const asked = [...paths.map((path) => `/actuator${path}`), "/openapi.json"];
  const found: string[] = [];
  for (const path of asked) {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    const body = await response.json();
    if (response.status === 200) found.push(body._links === undefined ? path : `${path} ${Object.keys(body._links)}`);
  }
  return found;
}

const health = ["/actuator/health", "/actuator/health/liveness"];

Deno.test("production shows health alone", async () => {
  assertEquals(await shown({}), health);
});

Deno.test("production exposes the included endpoints, and no others", async () => {
  assertEquals(await shown({ actuator: { exposureInclude: ["gears"] } }), [...health, "/actuator/gears"]);
  assertEquals(await shown({ actuator: { discovery: true, exposureInclude: ["modulith"] }, rest: { openApi: true } }), [
    "/actuator self,health-path,health,modulith",
    ...health,
    "/actuator/modulith",
    "/openapi.json",
  ]);
});

Deno.test("what is excluded is not shown, whatever else asks for it", async () => {
  const actuator = { discovery: true, exposureInclude: ["*"], exposureExclude: ["health", "gears"] };
  assertEquals(await shown({ actuator }), ["/actuator self,modulith", "/actuator/modulith"]);
  assertEquals(await shown({ actuator: { exposureInclude: ["*"], exposureExclude: ["*"] } }), []);
});

Deno.test("development shows everything", async () => {
  assertEquals(await shown({ preset: "development" }), [
    "/actuator self,health-path,health,gears,modulith",
    ...health,
    "/actuator/modulith",
    "/actuator/gears",
    "/openapi.json",
  ]);
});

Deno.test("25.1 an endpoint that exposureInclude names is installed, and a star adds none that is not", async () => {
  const linked = async (exposureInclude: readonly string[], endpoints: boolean) => {
    const properties = { logging: { level: "OFF" as const }, actuator: { discovery: true, exposureInclude } };
    await using app = await createApp(createContainer(actuator({ diskSpace: false, endpoints })), { properties });
    const { _links } = await (await app.fetch(new Request("http://localhost/actuator"))).json();
    const { status } = await app.fetch(new Request("http://localhost/actuator/env"));
    return [Object.keys(_links).includes("env"), status];
  };
  assertEquals(await linked(["*"], false), [false, 404]);
  assertEquals(await linked(["env"], false), [true, 200]);
  assertEquals(await linked(["*"], true), [true, 200]);
  assertEquals(await linked([], true), [false, 404]);
});
