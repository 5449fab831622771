import { assertEquals } from "@std/assert";

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier: string };
    readonly isDynamic?: boolean;
  }[];
}

/** The files that an entry point loads before anything is called, relative to the project. */
async function loadedBy(entry: string): Promise<string[]> {
  const root = new URL("../../", import.meta.url).href;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", root + entry] }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: readonly Module[] };
  const known = new Map(modules.map((module) => [module.specifier, module]));
  const seen = new Set<string>();
  const visit = (specifier: string) => {
    if (seen.has(specifier)) return;
    seen.add(specifier);
    for (const { code, isDynamic } of known.get(specifier)?.dependencies ?? []) {
      if (code !== undefined && isDynamic !== true) visit(code.specifier);
    }
  };
  visit(root + entry);
  return [...seen].filter((specifier) => specifier.startsWith(root)).map((specifier) => specifier.slice(root.length));
}

Deno.test("25.3 without the console nothing of it is loaded, and with it no page before the first request", async () => {
  const ofConsole = (files: readonly string[]) => files.filter((file) => file.startsWith("src/console/")).sort();
  assertEquals(ofConsole(await loadedBy("mod.ts")), []);
  assertEquals(ofConsole(await loadedBy("src/actuator/mod.ts")), []);
  assertEquals(ofConsole(await loadedBy("src/console/mod.ts")), [
    "src/console/durations.ts",
    "src/console/feature.ts",
    "src/console/log_lines.ts",
    "src/console/mod.ts",
    "src/console/service_history.ts",
    "src/console/traffic_meter.ts",
  ]);
});
