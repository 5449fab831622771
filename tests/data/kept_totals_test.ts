/** SQLite's totals of large tables are kept until anything is committed: they have to be those that counting gives. */
import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { openDatabase, PageRequest, type StatementEnd, type StatementExecution, where } from "@espalier/espalier/data";
import fc from "fast-check";
import { DatabaseSync } from "node:sqlite";
import { KeptCounts } from "../../src/data/store/sql/sqlite_counts.ts";
import { times } from "../long.ts";

class Row {
  constructor(readonly id: number, readonly text: string) {}
}
describeType(Row, { id: t.int, text: t.string }, { id: "id", table: "rows" });

const rowCount = 20_400;

async function opened(journalMode: "wal" | "delete") {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/rows.db`;
  const statements: string[] = [];
  const observer = {
    started({ text }: StatementExecution): StatementEnd {
      return ({ rows }) => void statements.push(`${text}: ${rows}`);
    },
  };
  const database = await openDatabase(`sqlite:${file}`, {
    observers: [observer],
    properties: { sqliteJournalMode: journalMode },
  });
  await database.createTables(Row);
  // A program that knows nothing of this one.
  const other = new DatabaseSync(file, { timeout: 5_000 });
  const insert = other.prepare("insert into rows (id, text) values (?, ?)");
  const add = (from: number, count: number) => {
    for (let id = from; id < from + count; id++) insert.run(id, `text ${id}`);
  };
  other.exec("begin");
  add(0, rowCount);
  other.exec("commit");
  return {
    database,
    rows: database.repository<Row, number>(Row),
    other,
    add,
    statements,
    async [Symbol.asyncDispose]() {
      other.close();
      await database.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

for (const journalMode of ["wal", "delete"] as const) {
  Deno.test(`27.1 a total is never out of date, whoever writes (${journalMode})`, async () => {
    await using place = await opened(journalMode);
    const { database, rows, other, add } = place;
    let next = rowCount;
    const counted = () => Number(other.prepare("select count(*) as n from rows").get()!.n);
    const inTransaction = (work: () => Promise<void>) => database.transactions.run(work).catch(() => {});
    const steps: Readonly<Record<string, () => Promise<unknown> | void>> = {
      "count again": () => {},
      "other adds": () => add(next++, 1),
      "other removes": () => other.exec(`delete from rows where id = (select max(id) from rows)`),
      "other replaces": () => other.exec("update rows set id = id + 1000000 where id = (select min(id) from rows)"),
      "other rolls back": () => {
        other.exec("begin");
        add(next++, 1);
        other.exec("rollback");
      },
      "other makes the table anew": () =>
        other.exec(
          `begin; create table copy as select * from rows where id <> (select min(id) from rows); drop table rows;
          create table rows (id integer not null primary key, text text not null); insert into rows select * from copy;
          drop table copy; commit`,
        ),
      "own save": () => rows.save(new Row(next++, "own")),
      "own removal": () => rows.deleteBy(where("id").lessThan(before % 50)),
      "own rollback": () =>
        inTransaction(async () => {
          await rows.save(new Row(next++, "undone"));
          assertEquals(await rows.count(), before + 1);
          throw new Error("rolled back");
        }),
      "own text": () => database.execute("insert into rows (id, text) values (?, 'text')", [next++]),
    };
    let before = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 12 }),
        async (chosen) => {
          for (const step of chosen) {
            before = counted();
            assertEquals(await rows.count(), before);
            await steps[step]!();
            assertEquals([step, await rows.count(), await rows.count()], [step, counted(), counted()]);
          }
        },
      ),
      { seed: 271, numRuns: times(10, 100) },
    );
  });
}

Deno.test("27.1 observers are told of each total that is asked for, counted or kept", async () => {
  await using place = await opened("wal");
  const { rows, statements } = place;
  await rows.count();
  statements.length = 0;
  for (let n = 0; n < 3; n++) {
    assertEquals((await rows.findAll(PageRequest.of(2, 10))).totalElements, rowCount);
  }
  const counts = statements.filter((statement) => statement.includes("count(*)"));
  assertEquals(counts, Array.from({ length: 3 }, () => 'select count(*) as "count" from "rows" as "t0": 1'));
  assertEquals(statements.length, 6);
});

Deno.test("27.1 a total counts again once the table is small", async () => {
  await using place = await opened("wal");
  const { rows, other, add } = place;
  assertEquals([await rows.count(), await rows.count()], [rowCount, rowCount]);
  other.exec("delete from rows");
  assertEquals([await rows.count(), await rows.count()], [0, 0]);
  add(0, 1);
  assertEquals([await rows.count(), await rows.count()], [1, 1]);
});

Deno.test("27.1 a large table is counted once until somebody commits, a small one each time", async () => {
  await using place = await opened("wal");
  const reader = new DatabaseSync(`${place.database.name.slice("sqlite:".length)}`, { readOnly: true });
  try {
    const totals = new KeptCounts(reader);
    const counted = (rows: number, statement: object) => {
      let runs = 0;
      for (let n = 0; n < 3; n++) totals.count(statement, () => (runs++, rows));
      return runs;
    };
    const large = {};
    // The first one tells that the table is large, the second one is kept.
    assertEquals([counted(20_000, large), counted(20_000, large)], [2, 0]);
    place.add(rowCount, 1);
    assertEquals([counted(20_000, large), counted(20_000, large)], [1, 0]);
    assertEquals(counted(19_999, {}), 3);
  } finally {
    reader.close();
  }
});
