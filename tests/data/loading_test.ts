import { assertEquals } from "@std/assert";

interface ModuleInfo {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier: string };
  }[];
}

interface ModuleGraph {
  readonly roots: readonly string[];
  readonly modules: readonly ModuleInfo[];
}

/** All that an entry point could load: Deno resolves and fetches it when the process starts. */
async function graphOf(entry: string): Promise<ModuleGraph> {
  const command = new Deno.Command(Deno.execPath(), { args: ["info", "--json", entry], stderr: "null" });
  return JSON.parse(new TextDecoder().decode((await command.output()).stdout));
}

/** What an entry point loads before anything is called: the modules reached by static imports of code. */
async function loadedBy(entry: string): Promise<string[]> {
  const graph = await graphOf(entry);
  const modules = new Map(graph.modules.map((module) => [module.specifier, module]));
  const reached = new Set<string>();
  const visit = (specifier: string): void => {
    if (reached.has(specifier)) return;
    reached.add(specifier);
    for (const { code, isDynamic } of modules.get(specifier)?.dependencies ?? []) {
      if (code !== undefined && isDynamic !== true) visit(code.specifier);
    }
  };
  graph.roots.forEach(visit);
  return [...reached];
}

Deno.test("C5.1 ./data loads no third-party code", async () => {
  const loaded = await loadedBy(new URL("../../src/data/mod.ts", import.meta.url).href);
  assertEquals(loaded.filter((specifier) => !specifier.startsWith("file:") && !specifier.startsWith("node:")), []);
  assertEquals(loaded.filter((specifier) => specifier.endsWith("/deps.ts")), []);
});

Deno.test("C5.1 an application without an SQL database loads neither Kysely nor a driver", async () => {
  const loaded = await loadedBy(new URL("../../examples/hello.ts", import.meta.url).href);
  assertEquals(loaded.filter((specifier) => /^npm:\/?(kysely|pg)@/.test(specifier)), []);
});

Deno.test("C5.1 a service without a database loads the vocabulary alone: no store, no entities, no SQL", async () => {
  const source = new URL("../../src/data/", import.meta.url).href;
  const loaded = await loadedBy(new URL("../../examples/hello.ts", import.meta.url).href);
  const parts = loaded.filter((specifier) => specifier.startsWith(source)).map((file) => file.slice(source.length));
  assertEquals(parts.includes("vocabulary.ts"), true);
  // The cursors of the vocabulary read the values of entities.
  const vocabulary = [
    "query/keyset.ts",
    "entity/column_value.ts",
    "entity/exact_key.ts",
    "entity/unfit_value_error.ts",
  ];
  assertEquals(parts.filter((file) => file.includes("/") && !vocabulary.includes(file)), []);
});

Deno.test("P2 a service without tracing, messaging and type facts does not even fetch their packages", async () => {
  const { modules } = await graphOf(new URL("../../examples/hello.ts", import.meta.url).href);
  const packages = modules.map(({ specifier }) => specifier).filter((specifier) => specifier.startsWith("npm:"));
  assertEquals(packages.some((specifier) => specifier.includes("graphql@")), true);
  assertEquals(packages.filter((specifier) => /opentelemetry|nats|typescript/.test(specifier)), []);
});
