import { assertEquals, assertStringIncludes } from "@std/assert";
import { type ConsumerProject, consumerProject } from "../../consumers/consumer_project.ts";
import { firstLineOf } from "../../consumers/first_line_of.ts";
import { type PackageServer, servePackage } from "../../consumers/package_server.ts";

/** Imports every entry point. */
function importsOf({ entryPoints }: PackageServer): string {
  const names = Object.keys(entryPoints);
  const imports = names.map((name, i) => `import * as m${i} from "${name}";`).join("\n");
  return `${imports}\nconsole.log([${
    names.map((_, i) => `m${i}`)
  }].every((entryPoint) => Object.keys(entryPoint).length > 0));`;
}

async function shopFiles(server: PackageServer): Promise<Record<string, string>> {
  const read = (name: string) => Deno.readTextFile(new URL(`../../consumers/shop/${name}`, import.meta.url));
  return {
    "shop.ts": await read("shop.ts"),
    "shop_test.ts": await read("shop_test.ts"),
    "entry_points.ts": importsOf(server),
    "main.ts": `import { serve } from "@espalier/espalier";
import { createShop } from "./shop.ts";
const { url } = await serve(await createShop(), { port: 0, quiet: true });
console.log("Ready at", url);
`,
  };
}

/** Type-checks, tests and runs the shop, under `--allow-net` alone. */
async function buildsAndRuns(project: ConsumerProject): Promise<void> {
  await project.deno("check", "main.ts", "shop_test.ts", "entry_points.ts");
  assertStringIncludes(await project.deno("run", "--allow-net", "--no-check", "entry_points.ts"), "true");
  assertStringIncludes(await project.deno("test", "--allow-net", "--no-check"), "3 passed");
  await using service = project.spawn("run", "--allow-net", "main.ts");
  const [url] = /http:\S+/.exec(await firstLineOf(service.stdout, /Ready at/))!;
  const response = await fetch(`${url}/graphql?query=${encodeURIComponent("{ products { name } }")}`);
  assertEquals(await response.json(), { data: { products: [] } });
  service.kill("SIGTERM");
  assertEquals((await service.status).code, 0);
}

Deno.test("P3 a service is built from the published package alone, as from JSR", async (test) => {
  await using server = await servePackage();
  const published = /^(src\/|mod\.ts$|deps\.ts$|deno\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/;
  assertEquals(server.files.filter((file) => !published.test(file)), []);
  await using project = await consumerProject(server, { files: await shopFiles(server) });
  await test.step("with Deno's defaults", () => buildsAndRuns(project));
  await test.step("with legacy decorators", async () => {
    await project.configure({ compilerOptions: { experimentalDecorators: true } });
    await buildsAndRuns(project);
  });
});
