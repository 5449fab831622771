import { assertEquals } from "@std/assert";
import { isLong } from "../../long.ts";

const root = new URL("../../../", import.meta.url);
const answers = [
  '{"data":{"book":{"id":"7","title":"Title of 7","author":"Author of 7"}}}',
  '{"errors":[{"message":"no book 0","locations":[{"line":1,"column":3}],"path":["book"],' +
  '"extensions":{"classification":"DataFetchingException"}}],"data":{"book":null}}',
  '{"data":{"addBook":{"id":"new"}}}',
  '{"data":{"shelf":{"shelfMark":"nullAtrue"}}}',
  '{"data":{"_entities":[{"title":"Title of 8"}]}}',
  "true Ada for 14 days: lent, a thesis",
];

// Checking the whole library under other compiler options takes half a minute, which the long run has.
/** The project's configuration with other compiler options, in a folder of its own. */
async function configWith(compilerOptions: Record<string, unknown>): Promise<string> {
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const absolute = (target: string) => target.startsWith("./") ? new URL(target, root).href : target;
  const own = Object.entries(config.exports as Record<string, string>)
    .filter(([name]) => [".", "./data", "./federation", "./graphql"].includes(name))
    .map(([name, target]) => [`@espalier/espalier${name.slice(1)}`, absolute(target)]);
  const imports = Object.entries(config.imports as Record<string, string>).map(([name, to]) => [name, absolute(to)]);
  const folder = await Deno.makeTempDir();
  const path = `${folder}/deno.json`;
  // The lock file also lists what a configuration imports, so this one has a copy to its name.
  await Deno.copyFile(new URL(config.lock.path, root), `${folder}/deno.lock`);
  await Deno.writeTextFile(
    path,
    JSON.stringify({
      imports: Object.fromEntries([...imports, ...own]),
      compilerOptions: { ...config.compilerOptions, ...compilerOptions },
      unstable: config.unstable,
      nodeModulesDir: config.nodeModulesDir,
      lock: { path: "./deno.lock", frozen: false },
    }),
  );
  return folder;
}

for (const experimentalDecorators of [false, true]) {
  const flavour = experimentalDecorators ? "legacy" : "standard";
  Deno.test(`the same controllers work with ${flavour} decorators`, async () => {
    const folder = await configWith({ experimentalDecorators });
    try {
      const service = new URL("tests/legacy_decorators/service.ts", root).pathname;
      const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--quiet",
          isLong ? "--check" : "--no-check",
          "--allow-read",
          "--allow-env",
          "--config",
          `${folder}/deno.json`,
          service,
        ],
        stdout: "piped",
        stderr: "piped",
      }).output();
      const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      assertEquals([success, decode(stderr).replace(/^.*experimentalDecorators.*\n/gm, "")], [true, ""]);
      assertEquals(decode(stdout).trim().split("\n"), answers);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
