import { assertEquals } from "@std/assert";
import * as core from "@espalier/espalier";
import { propertyTables } from "../../src/kernel/properties/espalier_properties.ts";
import { page } from "./pages.ts";

const repository = new URL("../../", import.meta.url);

/** All names that any entry point exports, types included. */
async function exportedNames(): Promise<Set<string>> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  const command = new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...Object.values<string>(exports)],
    cwd: repository,
  });
  const { nodes } = JSON.parse(new TextDecoder().decode((await command.output()).stdout));
  const modules = Object.values<{ symbols: { name: string }[] }>(nodes);
  return new Set(modules.flatMap(({ symbols }) => symbols.map(({ name }) => name)));
}

/** What stands in code in the right column of the page's tables. */
function counterparts(): string[] {
  const rows = [...page("docs/coming-from-spring.md").text.matchAll(/^\|[^|]+\|([^|]+)\|$/gm)];
  return rows.flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
}

Deno.test("each counterpart on the page for Spring people exists", async () => {
  const names = await exportedNames();
  // Parts of the container's own interface, of options and of file names.
  const others = ["bind(…).toResolvedValue(…)", "rebind", "onDeactivation", "port", "mod.ts", "module.ts"];
  const missing = counterparts().filter((code) => {
    if (others.includes(code)) return false;
    const [group, key] = code.split(".");
    if (key === undefined) return !names.has(code);
    if (group === "param") return !(key in core.param);
    const table = (propertyTables as unknown as Record<string, object>)[group!];
    return table === undefined || !(key in table);
  });
  assertEquals(missing, []);
});
