import { assertEquals } from "@std/assert";

const repository = new URL("../../", import.meta.url);

interface ModuleInfo {
  readonly specifier: string;
  readonly dependencies?: readonly { readonly code?: { readonly specifier: string }; readonly isDynamic?: boolean }[];
}

/** What the entry points of the package load, by import statement and by `import()`. */
async function loadedPackages(): Promise<Set<string>> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  const everything = Object.values<string>(exports).map((file) => `import "${new URL(file, repository).href}";`).join(
    "\n",
  );
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(entry, everything);
    const args = ["info", "--json", `--config=${new URL("deno.json", repository).pathname}`, entry];
    const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: repository }).output();
    const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: ModuleInfo[] };
    return new Set(
      modules.flatMap(({ dependencies = [] }) => dependencies.flatMap(({ code }) => code?.specifier ?? [])),
    );
  } finally {
    await Deno.remove(entry);
  }
}

Deno.test("P1 the top level is the card's, with what a repository has beside it", () => {
  const card = ["deno.json", "deps.ts", "examples", "mod.ts", "src", "tests"];
  const beside = ["README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs"];
  const made = ["deno.lock", "coverage", "dist", "node_modules"];
  const found = [...Deno.readDirSync(repository)].map(({ name }) => name).filter((name) => !name.startsWith("."));
  assertEquals(card.filter((name) => !found.includes(name)), []);
  assertEquals(found.filter((name) => ![...card, ...beside, ...made].includes(name)), []);
});

Deno.test("P2 every package of the card is loaded by the code that is published, or by its tests", async () => {
  const loaded = [...await loadedPackages()];
  const isLoaded = (name: string) =>
    loaded.some((specifier) => specifier.startsWith(`npm:${name}@`) || specifier.startsWith(`npm:/${name}@`));
  const npm = ["inversify", "graphql", "graphql-ws", "dataloader", "@opentelemetry/sdk-trace"];
  assertEquals(npm.filter((name) => !isLoaded(name)), []);
  for (const name of ["http", "assert"]) {
    assertEquals(loaded.some((specifier) => specifier.includes(`/src/std/${name}/`)), true, `@std/${name}`);
  }
});
