import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { chromium } from "playwright-core";
import { runDev } from "../../../src/development/command.ts";
import { BookstoreCopy } from "../../consumers/bookstore_copy.ts";
import { DevelopmentRun } from "./development_run.ts";

const browser = "/usr/bin/chromium";
const hasBrowser = await Deno.stat(browser).then(() => true, () => false);

/** The least of several restarts may take this long, in milliseconds; measured on idle cores: 200 to 300. */
const maxRestartMs = 1_000;

async function query(url: string, text: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/graphql`, { method: "POST", headers, body: JSON.stringify({ query: text }) });
  return await response.json();
}

async function traceIds(url: string): Promise<string[]> {
  const response = await fetch(`${url}/actuator/traces`, { headers: { accept: "application/json" } });
  const { traces } = await response.json() as { traces: { traceId: string }[] };
  return traces.map(({ traceId }) => traceId);
}

Deno.test("25.4 an edit of the bookstore is answered by a warm process, and the traces before it are still there", async () => {
  using copy = new BookstoreCopy();
  await using dev = new DevelopmentRun(copy.folder, "--no-check", "--verbose");
  await dev.line(/Ready at/);
  await query(dev.url, "{ books(first: 1) { edges { node { title } } } }");
  const before = await traceIds(dev.url);
  assert(before.length > 0);

  const times: number[] = [];
  for (const round of [1, 2]) {
    await dev.line(/^The next process waits/);
    copy.edit("graphql/catalog.graphqls", "  published: Int!\n", `  "Round ${round}"\n  round${round}: Int\n`);
    const line = await dev.line(/^Restarted in/);
    assertMatch(line, /^Restarted in \d+ ms: graphql\/catalog\.graphqls$/);
    times.push(Number(/\d+/.exec(line)![0]));
    const { data } = await query(dev.url, '{ __type(name: "Book") { fields { name } } }') as {
      data: { __type: { fields: { name: string }[] } };
    };
    assert(data.__type.fields.some(({ name }) => name === `round${round}`));
  }
  console.log(`restarts in ${times.join(", ")} ms`);
  assert(Math.min(...times) < maxRestartMs, `${times}`);
  const init = { method: "POST", headers: { "x-espalier-console": "1" } };
  const replayed = await fetch(`${dev.url}/console/data/httpexchanges/1`, init);
  assertMatch((await replayed.json()).body, /"data":\{"books"/);
  const after = await traceIds(dev.url);
  assertEquals(before.filter((id) => !after.includes(id)), []);
  assertEquals((await dev.stop()).code, 0);
  await assertRejects(() => fetch(dev.url), TypeError, "fetch failed");
});

Deno.test("25.4 type errors are written with file, line and source line while the service runs, and after a failed start an edit starts it again", async () => {
  using copy = new BookstoreCopy();
  await using dev = new DevelopmentRun(copy.folder);
  await dev.line(/Ready at/);
  const file = `${copy.folder}/catalog/mod.ts`;
  const sound = await Deno.readTextFile(file);
  const lines = sound.split("\n").length;

  await Deno.writeTextFile(file, `${sound}export const wrong: string = 5;\n`);
  await dev.line(/^Restarted in/);
  const error = await dev.line(/TS2322/);
  assertEquals(
    error,
    `catalog/mod.ts:${lines}:14  TS2322 [ERROR]: Type 'number' is not assignable to type 'string'.`,
  );
  assertEquals(await dev.line(/export const/), "export const wrong: string = 5;");
  assertEquals(await dev.line(/type error/), "1 type error");
  assertEquals((await fetch(`${dev.url}/actuator/health`).then((response) => response.json())).status, "UP");

  await Deno.writeTextFile(file, `${sound}import "./gone.ts";\n`);
  await dev.line(/The service ended with code 1: a change of a file starts it again/);
  await Deno.writeTextFile(file, sound);
  await dev.line(/^Restarted in/);
  assertEquals((await fetch(`${dev.url}/actuator/health`).then((response) => response.json())).status, "UP");
  await dev.line(/No type errors any more/);
});

Deno.test({
  name: "25.4 a page in the browser is loaded again after a restart, within its content security policy",
  ignore: !hasBrowser,
  // The browser is a process whose pipes close after it has ended.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    using copy = new BookstoreCopy();
    await using dev = new DevelopmentRun(copy.folder, "--no-check");
    await dev.line(/Ready at/);
    const started = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
    try {
      const page = await started.newPage();
      const refused: string[] = [];
      page.on("console", (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
      const connected = page.waitForResponse(/\.development\/events/);
      await page.goto(`${dev.url}/explorer`);
      await connected;
      await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
      const reloaded = page.waitForEvent("load");
      copy.edit("catalog/mod.ts", 'export { Money } from "./money.ts";\n', "// A change.\n");
      await dev.line(/^Restarted in/);
      await reloaded;
      assertEquals(await page.evaluate(() => "isOld" in globalThis), false);
      assertEquals(refused, []);
    } finally {
      await started.close();
    }
  },
});

Deno.test("25.4 dev says what its command line needs", async () => {
  const refusal = async (...args: string[]) => (await assertRejects(() => runDev(args, AbortSignal.abort()))).message;
  assertEquals(
    await refusal("--allow-net"),
    'Cannot run a service as the command line must name its main module, such as main.ts: current value is "--allow-net"',
  );
  assertEquals(await refusal("gone.ts"), 'Cannot run a service as there must be its main module: "gone.ts" is no file');
  assertEquals(
    await refusal("--watch", "gone.ts"),
    'Cannot use option "--watch" as dev watches by itself: leave it out',
  );
});
