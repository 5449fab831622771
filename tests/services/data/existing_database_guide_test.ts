import { assertEquals, assertStringIncludes } from "@std/assert";
import { openDatabase } from "@espalier/espalier/data";
import { hasPostgres, postgresUrl } from "../../data/stores.ts";
import { codeBlocks, page } from "../../docs/pages.ts";
import { firstLineOf } from "../../consumers/first_line_of.ts";

const root = new URL("../../../", import.meta.url).pathname;
const blocks = codeBlocks(page("docs/existing-database.md"));

/** The code of a block whose first line names the file. */
function file(name: string): string {
  return blocks.find(({ code }) => code.startsWith(`// ${name}\n`))!.code;
}

/** The commands of the page that begin with a word, as arguments; lines that go on are joined. */
function commands(program: string): string[][] {
  const lines = blocks.filter(({ info }) => info === "sh").flatMap(({ code }) =>
    code.replaceAll("\\\n", " ").split("\n")
  );
  return lines.filter((line) => line.startsWith(`${program} `)).map((line) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1)
  );
}

/** What the page imports from the registry comes from here. */
function local(argument: string): string {
  return argument === "jsr:@espalier/espalier@^0.1.0/migrate" ? `${root}src/migrations/mod.ts` : argument;
}

async function writeFiles(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}/graphql`);
  await Deno.writeTextFile(`${folder}/entities.ts`, file("entities.ts"));
  await Deno.writeTextFile(`${folder}/main.ts`, file("main.ts"));
  const schema = blocks.find(({ info }) => info === "graphql")!.code;
  await Deno.writeTextFile(`${folder}/graphql/shop.graphqls`, schema);
}

Deno.test({
  name: "21: the guide to an existing PostgreSQL database is followed to its end",
  ignore: !hasPostgres,
  fn: async () => {
    const name = `espalier_guide_${crypto.randomUUID().slice(0, 8)}`;
    const folder = await Deno.makeTempDir({ prefix: "espalier-guide-" });
    await using administration = await openDatabase(postgresUrl, { maxConnections: 1 });
    await administration.execute(`create database ${name}`);
    try {
      await writeFiles(folder);
      await follow(folder, postgresUrl.replace(/\/test$/, `/${name}`));
    } finally {
      await administration.execute(`drop database ${name} with (force)`);
      await Deno.remove(folder, { recursive: true });
    }
  },
});

async function follow(folder: string, url: string): Promise<void> {
  await using database = await openDatabase(url);
  for (const statement of blocks.find(({ info }) => info === "sql")!.code.split(/;\n/)) {
    if (statement.trim() !== "") await database.execute(statement);
  }
  const [main, diff, run] = commands("deno").map((args) => {
    const [command, ...rest] = args.map(local);
    return [command!, "--no-check", "--quiet", `--config=${root}deno.json`, ...rest];
  });
  const options = { cwd: folder, env: { DATABASE_URL: url, ESPALIER_HTTP_PORT: "0" } };
  const start = () =>
    new Deno.Command(Deno.execPath(), { args: main!, ...options, stdout: "piped", stderr: "piped" }).spawn();

  const { warnings, responses } = await asked(start());
  assertEquals(warnings.map(({ column }) => column), ["CustomerId"]);
  const [sorted, filtered, searched, queried, created, refused] = responses;
  const totals = (body: Documents) => body._embedded.invoices.map(({ total }) => total);
  assertEquals([totals(sorted), totals(filtered), totals(searched)], [["0.99", "10.25"], ["10.25"], ["0.99", "10.25"]]);
  assertEquals(queried.data.invoices.edges, [{
    node: { total: "10.25", invoiceDate: "2026-01-01T10:00:00.000002Z", customer: { email: "luis@example.org" } },
  }]);
  assertEquals([created.total, created.status], ["5.25", "open"]);
  assertEquals([refused.status, refused.errors[0].property], [409, "email"]);

  for (const args of [diff!, run!]) {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, ...options, stderr: "piped" }).output();
    assertEquals(success, true, new TextDecoder().decode(stderr));
  }
  const text = await Deno.readTextFile(`${folder}/migrations/0001_index_customers.sql`);
  assertStringIncludes(text, '-- alter table "Invoice" drop column "Remarks";');
  assertEquals(text.split("\n").filter((line) => line !== "" && !line.startsWith("--")), [
    'create index "Invoice_CustomerId_index" on "Invoice" ("CustomerId");',
  ]);
  // Nothing is left to tell.
  assertEquals((await asked(start())).warnings, []);
}

interface Documents {
  readonly _embedded: { readonly invoices: readonly { readonly total: string }[] };
}

/** Sends the requests of the page, and stops the service. */
// deno-lint-ignore no-explicit-any -- each response has a shape of its own
async function asked(service: Deno.ChildProcess): Promise<{ warnings: any[]; responses: any[] }> {
  // Warnings go to the error output.
  const errors = new Response(service.stderr).text();
  const [url] = /http:\/\/[^\s"]+/.exec(await firstLineOf(service.stdout, /Ready at/))!;
  const responses: unknown[] = [];
  for (const args of commands("curl")) {
    const [target, option, body] = args;
    const headers = { "content-type": "application/json", accept: "application/json" };
    const post = option === "--json" ? { method: "POST", headers, body: body! } : {};
    responses.push(await (await fetch(target!.replace("localhost:8080", url), post)).json());
  }
  service.kill("SIGTERM");
  assertEquals((await service.status).code, 0, await errors);
  const lines = (await errors).split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return { warnings: lines.filter(({ level }) => level === "WARN"), responses };
}
