import { assertEquals } from "@std/assert";

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, { readonly integrity: string }>>;
}

const root = new URL("../../", import.meta.url);
const readJson = async <T>(path: string) => JSON.parse(await Deno.readTextFile(new URL(path, root))) as T;

/** Lists what differs from the project's own lock file. */
function differences(
  given: Readonly<Record<string, unknown>>,
  project: Readonly<Record<string, unknown>>,
): [string, unknown, unknown][] {
  return Object.entries(given)
    .filter(([name, value]) => JSON.stringify(project[name]) !== JSON.stringify(value))
    .map(([name, value]) => [name, value, project[name]]);
}

Deno.test("the first start fetches what the bookstore needs, in the project's versions", async () => {
  const start = await readJson<Lock>("examples/bookstore/deno.lock");
  const project = await readJson<Lock>("deno.lock");
  assertEquals(differences(start.specifiers, project.specifiers), []);
  const integrities = ({ npm }: Lock) =>
    Object.fromEntries(Object.entries(npm).map(([name, { integrity }]) => [name, integrity]));
  assertEquals(differences(integrities(start), integrities(project)), []);
  const names = Object.keys(start.specifiers).join(" ");
  for (const development of ["esbuild", "playwright-core", "react", "fast-check"]) {
    assertEquals(names.includes(`npm:${development}@`), false, `the start must not fetch ${development}`);
  }
});

Deno.test("the lock file of the first start is complete: deno task lock:start", async () => {
  const args = ["cache", "--lock=examples/bookstore/deno.lock", "--frozen", "examples/bookstore/main.ts"];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).output();
  assertEquals(success, true, new TextDecoder().decode(stderr));
});
