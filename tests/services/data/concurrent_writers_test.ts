import { assert, assertEquals } from "@std/assert";
import { openPostgresSchema, postgresUrl, stores } from "../../data/stores.ts";
import { times } from "../../long.ts";
import { Account, Accounts, owners, People, Person, Shared, SharedItems, writersApp } from "./writers_app.ts";
import type { WriterReport } from "./writer_process.ts";

const processes = 3;
const writesOfEach = times(150, 3_334);

async function runWriter(url: string, schema: string, process: number): Promise<WriterReport> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--no-check",
      "--quiet",
      new URL("./writer_process.ts", import.meta.url).pathname,
      url,
      schema,
      String(process),
      String(writesOfEach),
    ],
    cwd: new URL("../../..", import.meta.url).pathname,
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`Writer ${process} failed: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function expectSum(url: string, schema: string): Promise<void> {
  await using app = await writersApp(url, schema === "" ? undefined : schema);
  const { container } = app;
  const [people, shared, accounts] = [container.get(People), container.get(SharedItems), container.get(Accounts)];
  const ids = [
    ...Array.from({ length: owners }, (_, i) => `owner-${i}`),
    ...Array.from({ length: 30 }, (_, i) => `seed-${i}`),
  ];
  await people.saveAll(ids.map((id) => new Person(id, [])));
  await shared.save(new Shared("1", 0, 0, 0, 0));
  await accounts.save(new Account("1", 0, 0));

  const reports = await Promise.all(Array.from({ length: processes }, (_, i) => runWriter(url, schema, i)));
  const outcomes = reports.map(({ others }) => others);
  // Only writers without a lock may lose a race.
  for (const others of outcomes) {
    for (const outcome of Object.keys(others)) assertEquals(outcome, "deposit CONFLICT", JSON.stringify(outcomes));
  }
  const item = (await shared.findById("1"))!;
  assertEquals([item.field0, item.field1, item.field2], reports.map(({ field }) => field));
  assertEquals(item.count, sum(reports.map(({ added }) => added)));
  assertEquals(item.count, processes * Math.floor((writesOfEach + 1) / 5));
  const account = (await accounts.findById("1"))!;
  assertEquals(
    [account.balance, account.version],
    Array(2).fill(sum(reports.map(({ deposits }) => deposits))).map(
      (deposits, i) => deposits + i,
    ),
  );
  assert(account.balance > 0);
  const stored = await people.findAll();
  const created = stored.map(({ id }) => id).filter((id) => id.startsWith("p")).toSorted();
  assertEquals(created, reports.flatMap((report) => report.created).toSorted());
  const friends = stored.flatMap((owner) => owner.friends.map(({ id }) => `${owner.id} ${id}`)).toSorted();
  assertEquals(friends, reports.flatMap((report) => report.friends.map((pair) => pair.join(" "))).toSorted());
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

Deno.test("20.1 writes of three processes to an SQLite file add up to what was answered with success", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await expectSum(`sqlite:${folder}/a.db`, "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "20.1 writes of three processes to PostgreSQL add up to what was answered with success",
  ignore: stores.find(({ name }) => name === "postgres")!.ignore,
  fn: async () => {
    await using schema = await openPostgresSchema();
    const [row] = await schema.execute("select current_schema() as name");
    await expectSum(postgresUrl, String(row!.name));
  },
});
