import { assertEquals } from "@std/assert";

/** The npm packages that an entry point loads before anything is called. */
async function packagesOf(entry: string): Promise<string[]> {
  const url = new URL(`../../${entry}`, import.meta.url).href;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", url] }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: Module[] };
  const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
  const found = new Set<string>();
  const visit = (specifier: string, seen: Set<string>) => {
    if (seen.has(specifier)) return;
    seen.add(specifier);
    for (const { specifier: name, code, isDynamic } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (code === undefined || isDynamic) continue;
      if (code.specifier.startsWith("npm:")) found.add(name);
      else visit(code.specifier, seen);
    }
  };
  visit(url, new Set());
  return [...found].sort();
}

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: { readonly specifier: string };
    readonly isDynamic?: boolean;
  }[];
}

Deno.test("B3.3 no entry point loads OpenTelemetry, a driver or a broker's client before its feature is started", async () => {
  const { default: { exports } } = await import("../../deno.json", { with: { type: "json" } });
  const usual = new Set(["inversify", "@inversifyjs/plugin", "graphql", "dataloader", "reflect-metadata"]);
  assertEquals((await packagesOf("mod.ts")).includes("inversify"), true);
  for (const [name, entry] of Object.entries(exports)) {
    const unusual = (await packagesOf(entry)).filter((found) => !usual.has(found));
    assertEquals([name, unusual], [name, []]);
  }
});
