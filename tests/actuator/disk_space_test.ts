import { assertEquals } from "@std/assert";
import { createApp, createContainer, type Health } from "@espalier/espalier";
import { actuator, type DiskSpaceOptions } from "@espalier/espalier/actuator";
import { call } from "./actuator_setup.ts";

async function diskSpace(options: DiskSpaceOptions): Promise<{ status: number; body: Health }> {
  await using app = await createApp(createContainer(actuator({ diskSpace: options })), {
    root: import.meta.url,
    properties: { logging: { level: "OFF" }, actuator: { healthDetails: "always" } },
  });
  const { status, body } = await call(app, "/actuator/health/diskSpace");
  return { status, body: body as Health };
}

Deno.test("B1.4 a disk with room is up, a full one is down", async () => {
  const roomy = await diskSpace({});
  assertEquals([roomy.status, roomy.body.status, roomy.body.details?.threshold], [200, "UP", 10 * 1024 * 1024]);
  const full = await diskSpace({ thresholdBytes: Number.MAX_SAFE_INTEGER });
  assertEquals([full.status, full.body.status], [503, "DOWN"]);
  const missing = await diskSpace({ path: "/no/such/folder" });
  assertEquals([missing.status, missing.body.status], [503, "DOWN"]);
});

Deno.test({
  name: "B1.4 without permission the disk's health is unknown",
  permissions: { read: false, sys: false },
  async fn() {
    const { status, body } = await diskSpace({ path: "/" });
    assertEquals([status, body.status, body.details?.flag], [200, "UNKNOWN", "--allow-read"]);
  },
});
