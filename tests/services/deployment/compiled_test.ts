import { assert, assertEquals, assertMatch } from "@std/assert";
import { DeployedBookstore } from "./deployed_bookstore.ts";

const repository = new URL("../../../", import.meta.url);
const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));

/** Compiles as the task does, into a folder of the test's own. */
async function compile(folder: string, env: Record<string, string>) {
  const [, ...args] = tasks["compile:bookstore"].replace("--output=bookstore", `--output=${folder}/bookstore`).split(
    " ",
  );
  const options = { args, cwd: repository, env: { ...env, NO_COLOR: "1" } };
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), options).output();
  return { code, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

Deno.test("25.5 deno compile makes one file of the bookstore, with its schema and migrations, that serves", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const compiled = await compile(folder, {});
    if (compiled.code === 0) return await verify(folder);
    // Where Deno can't load the runtime that goes into the file, everything else is tried: this Deno stands in for it.
    assertMatch(compiled.output, /denort|dns error|dl\.deno\.land/);
    const { code, output } = await compile(folder, { DENORT_BIN: Deno.execPath() });
    assertEquals(code, 0, output);
    const embedded = await embeddedIn(`${folder}/bookstore`);
    for (const text of ["create table", "type Query", "search(text"]) assert(embedded.includes(text), text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** What stands behind the runtime. */
async function embeddedIn(file: string): Promise<string> {
  const { size } = await Deno.stat(Deno.execPath());
  return new TextDecoder("latin1").decode((await Deno.readFile(file)).subarray(size));
}

async function verify(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}/data`);
  await Deno.chmod(folder, 0o755);
  await Deno.chmod(`${folder}/data`, 0o777);
  await using bookstore = new DeployedBookstore({
    command: `${folder}/bookstore`,
    args: [],
    cwd: folder,
    env: {
      HOME: "/nonexistent",
      ESPALIER_HTTP_PORT: "0",
      ESPALIER_HTTP_DRAIN_DELAY_MS: "0",
      ESPALIER_ACTUATOR_PORT: "0",
      ESPALIER_ACTUATOR_PROBE_PATHS: "true",
      ESPALIER_ACTUATOR_EXPOSURE_INCLUDE: "metrics,prometheus",
    },
  });
  await bookstore.verify();
  await bookstore.stop();
}
