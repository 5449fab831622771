import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { main, newService } from "@espalier/espalier/new";
import { consumerProject } from "../../consumers/consumer_project.ts";
import { firstLineOf } from "../../consumers/first_line_of.ts";
import { servePackage } from "../../consumers/package_server.ts";

/** Runs the command with the console captured. */
async function run(...args: readonly string[]): Promise<{ code: number; output: string }> {
  const lines: unknown[] = [];
  const [log, error] = [console.log, console.error];
  console.log = console.error = (line) => lines.push(line);
  try {
    return { code: await main(args), output: lines.join("\n") };
  } finally {
    [console.log, console.error] = [log, error];
  }
}

Deno.test("new: the service is formatted and lint-free, passes its own tests, starts and answers", async () => {
  await using server = await servePackage();
  await using project = await consumerProject(server, { files: {} });
  const command = server.entryPoints["@espalier/espalier/new"]!;
  const report = await project.deno("run", "--allow-read", "--allow-write", command, "my-service", "--port=0");
  assertStringIncludes(report, "Wrote 16 files to my-service");

  const folder = `${project.folder}my-service`;
  const configuration = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
  assertEquals(configuration.imports, { "@espalier/espalier": "jsr:@espalier/espalier@^0.1.0" });
  assertEquals(await Deno.readTextFile(`${folder}/README.md`).then((text) => text.split("\n")[0]), "# my-service");
  const within = project.within("my-service");
  await within.plain("fmt", "--check");
  await within.plain("lint");

  // The registry is a server of this test: each entry point is mapped to it.
  configuration.imports = server.entryPoints;
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(configuration));
  await within.deno("check", "main.ts", "service_test.ts");
  assertStringIncludes(await within.deno("test", "--allow-read", "--allow-env"), "3 passed");

  // As the image does it, but for the place of its folders.
  const [, entrypoint] = /^ENTRYPOINT (.*)$/m.exec(await Deno.readTextFile(`${folder}/Dockerfile`))!;
  const [, ...args] = (JSON.parse(entrypoint!) as string[]).map((word) => word.replaceAll(/\/(app|data)/g, folder));
  await using service = within.spawn(...args);
  const [url] = /http:\S+/.exec(await firstLineOf(service.stdout, /Ready at/))!;
  const ask = async (query: string) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/graphql`, { method: "POST", headers, body: JSON.stringify({ query }) });
    return await response.json();
  };
  assertEquals(await ask('mutation { addBook(title: "Emma", author: "Jane Austen") { title } }'), {
    data: { addBook: { title: "Emma" } },
  });
  assertEquals(await ask("{ books { title author } }"), {
    data: { books: [{ title: "Emma", author: "Jane Austen" }] },
  });
  assertEquals((await (await fetch(`${url}/actuator/health`)).json()).status, "UP");
  service.kill("SIGTERM");
  assertEquals((await service.status).code, 0);
});

Deno.test("new: run from a checkout, the service uses the checkout, without a registry", async () => {
  const folder = await Deno.makeTempDir({ prefix: "espalier-new-" });
  try {
    const checkout = new URL("../../../", import.meta.url).href;
    const { code, output } = await run(`${folder}/shop`);
    assertEquals(code, 0);
    assertStringIncludes(output, `The service uses ${checkout}, by "links" in its deno.json`);
    const { imports, links } = JSON.parse(await Deno.readTextFile(`${folder}/shop/deno.json`));
    assertEquals(imports, { "@espalier/espalier": "jsr:@espalier/espalier@^0.1.0" });
    assertEquals(links, [checkout]);
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-read", "--allow-env"],
      cwd: `${folder}/shop`,
      env: { NO_COLOR: "1" },
    }).output();
    const report = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assertEquals([success, /\d+ passed/.exec(report)?.[0]], [true, "3 passed"], report);
    const upToDate = new Deno.Command(Deno.execPath(), { args: ["task", "types", "--check"], cwd: `${folder}/shop` });
    assertEquals((await upToDate.output()).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("new: nothing is overwritten", async () => {
  const folder = await Deno.makeTempDir({ prefix: "espalier-new-" });
  try {
    await Deno.writeTextFile(`${folder}/notes.txt`, "mine");
    const message = `Cannot write into folder "${folder}" as it must be empty: it holds "notes.txt"`;
    assertEquals(await run(folder), { code: 1, output: message });
    await assertRejects(() => newService({ folder, framework: "jsr:x" }), Error, message);
    assertEquals(
      (await run(`${folder}/notes.txt`)).output,
      `Cannot write into folder "${folder}/notes.txt" as there is a file of that name`,
    );
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["notes.txt"]);
    assertEquals((await run(`${folder}/deep/service`, "--database", "memory:")).code, 0);
    assertStringIncludes(await Deno.readTextFile(`${folder}/deep/service/service.ts`), 'database = "memory:"');
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("new: the service is called as its folder is, and what to type next can be pasted", async () => {
  const folder = await Deno.makeTempDir({ prefix: "espalier-new-" });
  try {
    const titleIn = async (path: string) => (await Deno.readTextFile(`${path}/README.md`)).split("\n")[0];
    assertStringIncludes((await run(`${folder}/it's new`)).output, `  cd '${folder}/it'\\''s new'\n  deno task test\n`);
    assertEquals(await titleIn(`${folder}/it's new`), "# it's new");
    await Deno.mkdir(`${folder}/shop`);
    assertStringIncludes((await run(`${folder}/shop/.`)).output, `  cd ${folder}/shop/.\n`);
    assertEquals(await titleIn(`${folder}/shop`), "# shop");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("new: the task dev has pages for the browser, and the task start has none", async () => {
  await using server = await servePackage();
  await using project = await consumerProject(server, { files: {} });
  await newService({ folder: `${project.folder}shop`, framework: "jsr:x", database: "memory:", port: 0 });
  const { tasks } = JSON.parse(await Deno.readTextFile(`${project.folder}shop/deno.json`));
  assertStringIncludes(
    tasks.dev,
    "deno task types --watch & deno run --allow-read --allow-env --allow-run=deno jsr:x/dev --allow-net ",
  );
  const statuses = (preset: string) =>
    project.deno(
      "eval",
      "--ext=ts",
      `
      import { createService } from "./shop/service.ts";
      Deno.env.set("ESPALIER_PRESET", "${preset}");
      Deno.env.set("ESPALIER_LOGGING_LEVEL", "WARN");
      await using app = await createService();
      for (const path of ["/", "/graphiql"]) {
        const response = await app.fetch(new Request("http://localhost" + path, { headers: { accept: "text/html" } }));
        await response.body?.cancel();
        console.log(path, response.status);
      }
    `,
    );
  assertStringIncludes(await statuses("development"), "/ 200\n/graphiql 307\n");
  assertStringIncludes(await statuses("production"), "/ 404\n/graphiql 404\n");
});

Deno.test("new: what is not understood is said, help is shown, and nothing is asked without a terminal", async () => {
  const refusals = [
    [["x", "--port", "many"], 'Cannot use port as it must be an integer from 0 to 65535: current value is "many"'],
    [["x", "--port"], 'Cannot use option "--port" as it must have a value'],
    [["x", "--rust"], 'Cannot use option "--rust" as there is no such option'],
    [[""], 'Cannot write a service as its folder must have a name: current value is ""'],
    [["x", "y"], 'Cannot use "y" as there must be one folder'],
    [["x", '--database=sqlite:"'], "Cannot use database as it must begin with sqlite:, postgres:// or memory:"],
  ] as const;
  for (const [args, message] of refusals) {
    const { code, output } = await run(...args);
    assertEquals(code, 1);
    assertStringIncludes(output, message);
  }
  assertStringIncludes((await run("--help")).output, "jsr:@espalier/espalier/new <folder>");
  if (!Deno.stdin.isTerminal()) {
    assertStringIncludes((await run()).output, "Cannot write a service as there must be a folder");
  }
});
