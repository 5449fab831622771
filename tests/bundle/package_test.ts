import { assertEquals, assertStringIncludes } from "@std/assert";
import { builtPackage } from "../consumers/package_server.ts";
import { entryPointsOf, repository } from "./build_package.ts";

type Exports = Readonly<Record<string, unknown>>;

async function entryPoints(folder: URL): Promise<Map<string, Exports>> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", folder)));
  const modules = Object.entries<string>(exports).map(async ([name, path]) =>
    [name, await import(new URL(path, folder).href)] as const
  );
  return new Map(await Promise.all(modules));
}

/** Where two entry points export the same value, by their names. */
function shared(modules: ReadonlyMap<string, Exports>): string[] {
  const first = new Map<unknown, string>();
  return [...modules].flatMap(([name, exports]) =>
    Object.entries(exports).flatMap(([key, value]) => {
      if (typeof value !== "function" && typeof value !== "object") return [];
      const other = first.get(value);
      if (other === undefined) first.set(value, `${name} ${key}`);
      return other === undefined ? [] : [`${name} ${key} is ${other}`];
    })
  );
}

/** The names of classes, which beans and messages show. */
function classNames(modules: ReadonlyMap<string, Exports>): string[] {
  return [...modules].flatMap(([name, exports]) =>
    Object.entries(exports)
      .filter(([, value]) => typeof value === "function" && /^class\b/.test(String(value)))
      .map(([key, value]) => `${name} ${key} ${(value as { name: string }).name}`)
  );
}

/** Runs a program that imports the package as a service does, in a folder of its own. */
async function run(folder: URL, program: string, ...permissions: readonly string[]): Promise<string> {
  const { imports: { graphql, inversify } } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  const path = await Deno.makeTempDir();
  try {
    const config = { imports: { ...await entryPointsOf(folder), graphql, inversify } };
    await Deno.writeTextFile(`${path}/deno.json`, JSON.stringify(config));
    await Deno.writeTextFile(`${path}/main.ts`, program);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", ...permissions, "main.ts"],
      cwd: path,
      env: { NO_COLOR: "1" },
    }).output();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

async function exportsAreThoseOfTheSources(folder: URL): Promise<void> {
  const [sources, bundled] = [await entryPoints(repository), await entryPoints(folder)];
  const namesOf = (modules: ReadonlyMap<string, Exports>) =>
    [...modules].map(([name, exports]) => [name, Object.keys(exports).sort()]);
  assertEquals(namesOf(bundled), namesOf(sources));
  assertEquals(shared(bundled), shared(sources));
  assertEquals(classNames(bundled), classNames(sources));
}

async function loadsFewModules(folder: URL): Promise<void> {
  const program = `
import { createApp, createContainer, graphql, GraphQlSource, Resource } from "@espalier/espalier";
import { GraphQLSchema } from "graphql";
const schema = Resource.text("x", "type Query { a: Int }");
await using app = await createApp(createContainer(graphql({ schema: [schema] })), { properties: { logging: { level: "OFF" } } });
console.log(app.container.get(GraphQlSource).schema instanceof GraphQLSchema);
`;
  assertEquals(await run(folder, program), "true\n");
  const file = new URL("src/bundled/mod.js", folder).href;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", file] }).output();
  const { modules, roots }: { roots: string[]; modules: ModuleInfo[] } = JSON.parse(new TextDecoder().decode(stdout));
  const loaded = loadedFrom(roots[0]!, new Map(modules.map((module) => [module.specifier, module])));
  assertEquals([...loaded].filter((specifier) => specifier.startsWith("npm:")).map(withoutVersion), ["graphql"]);
  // The sources are more than 600 modules.
  assertEquals(loaded.size < 50, true, `"." loads ${loaded.size} modules`);
}

interface ModuleInfo {
  readonly specifier: string;
  readonly dependencies?: readonly { readonly isDynamic?: boolean; readonly code?: { readonly specifier: string } }[];
}

function loadedFrom(
  specifier: string,
  modules: ReadonlyMap<string, ModuleInfo>,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (found.has(specifier)) return found;
  found.add(specifier);
  for (const { code, isDynamic } of modules.get(specifier)?.dependencies ?? []) {
    if (code !== undefined && isDynamic !== true) loadedFrom(code.specifier, modules, found);
  }
  return found;
}

function withoutVersion(specifier: string): string {
  return specifier.replace(/^npm:\/?|@[^@]*$/g, "");
}

async function takesAnotherInversify(folder: URL): Promise<void> {
  const program = `
import { createApp, StartupTask } from "@espalier/espalier";
import { Container, ContainerModule } from "inversify";
const container = new Container({ defaultScope: "Singleton" });
const Greeting = Symbol.for("greeting");
await container.load(new ContainerModule(({ bind }) => {
  bind(Greeting).toConstantValue("Hello");
  bind(StartupTask).toResolvedValue((text) => ({ name: "greet", run: () => console.log(text) }), [Greeting]);
}));
await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
console.log(app.container.get(Greeting), (await app.fetch(new Request("http://localhost/"))).status);
`;
  assertEquals(await run(folder, program), "Hello\nHello 404\n");
}

async function framesNameSources(folder: URL): Promise<void> {
  const program = `
import { createContainer } from "@espalier/espalier";
try {
  createContainer(3 as never);
} catch (error) {
  console.log((error as Error).stack);
}
`;
  const source = new URL("src/app/create_container.ts", folder).href;
  assertStringIncludes(await run(folder, program), `at createContainer (${source}:`);
}

async function commandsRun(folder: URL): Promise<void> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", folder)));
  for (const name of ["./dev", "./federation/compose", "./inspect", "./migrate", "./modules", "./new", "./schema"]) {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-read", "--allow-env", new URL(exports[name], folder).href, "--help"],
      stderr: "inherit",
    }).output();
    assertEquals([name, code, stdout.length > 100], [name, 0, true]);
  }
}

Deno.test("bundle: the published package is the sources, in few modules", async (test) => {
  await using built = await builtPackage();
  await test.step("entry points export what the sources do, each thing once, under its name", () =>
    exportsAreThoseOfTheSources(built.folder));
  await test.step("a service loads few modules, and graphql is the instance that it imports itself", () =>
    loadsFewModules(built.folder));
  await test.step("modules, containers and decorators of a service's own Inversify are taken", () =>
    takesAnotherInversify(built.folder));
  await test.step("frames of errors name the sources", () => framesNameSources(built.folder));
  await test.step("commands run, those that others import, too", () => commandsRun(built.folder));
});
