import { assertEquals } from "@std/assert";
import { times } from "../long.ts";

/** Resolves the packages of an entry point as whoever has no lock file does. */
async function resolvedWithoutLock(entryPoint: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--no-lock", new URL(`../../${entryPoint}`, import.meta.url).pathname],
    env: { NO_COLOR: "1" },
  }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("P3 without a lock file there is one OpenTelemetry interface, and no warning of peers", async () => {
  // The order in which Deno meets dynamic imports is left to chance.
  for (let i = 0; i < times(8, 40); i++) {
    const report = await resolvedWithoutLock("src/observability/mod.ts");
    assertEquals(
      new Set(report.match(/npm:\/@opentelemetry\/api@[\d.]+/g)),
      new Set(["npm:/@opentelemetry/api@1.10.0"]),
    );
    assertEquals(report.match(/peer .*/g), null);
  }
});
