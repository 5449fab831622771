import { assertEquals } from "@std/assert";

Deno.test("./client loads no third-party code before a WebSocket is opened", async () => {
  const entry = new URL("../../src/client/mod.ts", import.meta.url).href;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", entry] }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    modules: { specifier: string; dependencies?: { isDynamic?: boolean; code?: { specifier: string } }[] }[];
  };
  const reached = new Set<string>();
  const visit = (specifier: string): void => {
    if (reached.has(specifier)) return;
    reached.add(specifier);
    const dependencies = modules.find((module) => module.specifier === specifier)?.dependencies ?? [];
    for (const { code, isDynamic } of dependencies) if (code && !isDynamic) visit(code.specifier);
  };
  visit(entry);
  assertEquals([...reached].filter((specifier) => !specifier.startsWith("file:")), []);
});
