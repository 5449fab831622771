import { assert, assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  type Database,
  KeysetMismatchError,
  Limit,
  Order,
  ScrollPosition,
  Sort,
  UnknownPropertyError,
  where,
  type Window,
} from "@espalier/espalier/data";
import { onEveryStoreWith, stores } from "./stores.ts";

class Band {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Band, { id: t.id, name: t.string }, { id: "id" });

class Label {
  constructor(readonly id: number, readonly name: string) {}
}
describeType(Label, { id: t.int, name: t.string }, { id: "id" });

class Song {
  constructor(
    readonly id: number,
    readonly name: string,
    readonly band: Band | null,
    readonly year: number | null,
    readonly labelId: number,
    readonly labels: readonly Label[],
  ) {}
}
describeType(Song, {
  id: t.int,
  name: t.string,
  band: t.nullable(t.object(() => Band)),
  year: t.nullable(t.int),
  labelId: t.int,
  labels: t.list(t.object(() => Label)),
}, {
  id: "id",
  references: { band: { fetch: "reference" }, labels: { fetch: "reference" } },
  indexes: [["band", "name", "id"], ["band", "year", "id"]],
});

const bands = ["a", "b", "c", "empty"].map((id) => new Band(id, `Band ${id}`));
const labels = [1, 2, 3].map((id) => new Label(id, `Label ${id}`));

/** Songs whose names repeat, differ in case, and whose years are missing: every fourth belongs to no band. */
const songs = Array.from({ length: 48 }, (_, i) => {
  const name = (i % 2 ? "n" : "N") + (i * 7 % 9);
  return new Song(i, name, bands[i % 4] && i % 4 < 3 ? bands[i % 4]! : null, i % 5 ? 1900 + (i * 3 % 7) : null, i % 3, [
    labels[i % 3]!,
    ...(i % 2 ? [labels[(i + 1) % 3]!] : []),
  ]);
});

const sorts: Readonly<Record<string, Sort>> = {
  "unsorted": Sort.unsorted(),
  "name": Sort.by("name"),
  "name descending ignoring case": Sort.by(Order.desc("name").withIgnoreCase()),
  "year": Sort.by("year"),
  "year descending": Sort.by(Order.desc("year")),
  "year, nulls first, name descending": Sort.by(Order.by("year").nullsFirst(), Order.desc("name")),
  "year descending, nulls last": Sort.by(Order.desc("year").nullsLast(), "name"),
  "name of the band": Sort.by(Order.desc("band.name"), "id"),
};

async function fill(database: Database): Promise<void> {
  await database.repository(Band).saveAll(bands);
  await database.repository(Label).saveAll(labels);
  await database.repository(Song).saveAll(songs);
}

const shown = (window: Window<Song>) => ({
  ids: window.content.map(({ id }) => id),
  hasNext: window.hasNext,
  positions: window.content.map((_, i) => window.positionAt(i)),
});

onEveryStoreWith([Band, Label, Song], "20.12 a page under each parent is the page of that parent", async (database) => {
  await fill(database);
  const repository = database.repository<Song, number>(Song);
  const parents = ["b", "empty", "a", "a"];
  for (const [name, sort] of Object.entries(sorts)) {
    for (const max of [2, 12]) {
      const anchor = await repository.scrollBy(where("band.id").is("b"), ScrollPosition.keyset(), { sort });
      const starts = [
        ScrollPosition.keyset(),
        ScrollPosition.keyset().backward(),
        ...[4, 11].flatMap((at) => {
          const position = anchor.positionAt(at) as ReturnType<typeof ScrollPosition.keyset>;
          return [position.forward(), position.backward()];
        }),
        ScrollPosition.offset(),
        ScrollPosition.offset(3),
      ];
      for (const position of starts) {
        const options = { sort, limit: Limit.of(max) };
        const windows = await repository.scrollEach("band", parents, { position, ...options });
        const alone = await Promise.all(
          parents.map((id) => repository.scrollBy(where("band").is(id), position, options)),
        );
        assertEquals(windows.map(shown), alone.map(shown), `${name}, ${max} from ${position}`);
      }
    }
  }
});

onEveryStoreWith([Band, Label, Song], "20.12 parents are entities or what refers to them", async (database) => {
  await fill(database);
  const repository = database.repository<Song, number>(Song);
  const position = ScrollPosition.keyset();
  const options = { position, sort: Sort.by("id"), limit: Limit.of(2) };
  const ids = (windows: readonly Window<Song>[]) => windows.map(({ content }) => content.map(({ id }) => id));
  const byEntity = await repository.scrollEach("band", bands, options);
  assertEquals(ids(byEntity), [[0, 4], [1, 5], [2, 6], []]);
  assertEquals(ids(await repository.scrollEach("band.id", ["c", "b"], options)), [[2, 6], [1, 5]]);
  assertEquals(ids(await repository.scrollEach("labelId", [2, 0], options)), [[2, 5], [0, 3]]);
  assertEquals(ids(await repository.scrollEach("band.name", ["Band b", null], options)), [[1, 5], []]);
  assertEquals(ids(await repository.scrollEach("labels", [labels[1], 1], options)), [[1, 3], [0, 3]]);
  assertEquals(ids(await repository.scrollEach("labels.name", ["Label 2"], options)), [[1, 3]]);
  const old = { ...options, matching: where("year").lessThan(1903) };
  const matching = await repository.scrollEach("band", ["a", "b"], old);
  const isOld = ({ year }: Song) => year !== null && year < 1903;
  const expected = (at: number) =>
    songs.filter((song, i) => i % 4 === at && isOld(song)).slice(0, 2).map(({ id }) => id);
  assertEquals(ids(matching), [expected(0), expected(1)]);
  const [selected] = await repository.scrollEach("band", ["a"], { ...options, select: ["name"] });
  assertEquals(selected!.content.map((song) => ({ ...song })), [{ id: 0, name: "N0" }, { id: 4, name: "N1" }]);
  assertEquals(await repository.scrollEach("band", [], options), []);
  assertEquals(ids(await repository.scrollEach("band", ["a"], { position })), [
    songs.filter((_, i) => i % 4 === 0).map(({ id }) => id),
  ]);
  await assertRejects(() => repository.scrollEach("bnd" as string, ["a"], { position }), UnknownPropertyError, "bnd");
  await assertRejects(() => repository.scrollEach("labelId", ["x"], { position }), TypeError, "labelId");
  await assertRejects(
    () => repository.scrollEach("band", [{}], { position }),
    TypeError,
    "a parent or what refers to it",
  );
  await assertRejects(
    () => repository.scrollEach("band", ["a"], { position: ScrollPosition.forward({ id: 1 }), sort: Sort.by("name") }),
    KeysetMismatchError,
  );
});

onEveryStoreWith(
  [Band, Label, Song],
  "20.12 totals are counted on demand, under all parents at once",
  async (database) => {
    await fill(database);
    const repository = database.repository<Song, number>(Song);
    const parents = ["b", "empty", "a", "a"];
    const windows = await repository.scrollEach("band", parents, {
      position: ScrollPosition.keyset(),
      limit: Limit.of(1),
    });
    assertEquals(await Promise.all(windows.map((window) => window.total!())), [12, 0, 12, 12]);
    assertEquals(await Promise.all(windows.map((window) => window.map(({ name }) => name).total!())), [12, 0, 12, 12]);
    assertEquals(await repository.countEach("labels", [1, 2, 9]), [24, 24, 0]);
    const matching = where("name").is("N0");
    const isN0 = (at: number) => songs.filter((song, i) => i % 4 === at && song.name === "N0").length;
    assertEquals(await repository.countEach("band", ["a", "b"], { matching }), [isN0(0), isN0(1)]);
  },
);

for (const store of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `20.12 pages under many parents are one statement, and totals one more [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      const statements: string[] = [];
      await using database = await store.open({ onStatement: (text) => void statements.push(text) });
      await database.createTables(Band, Label, Song);
      await fill(database);
      const repository = database.repository<Song, number>(Song);
      statements.length = 0;
      const options = { position: ScrollPosition.keyset(), sort: Sort.by("year"), limit: Limit.of(2) };
      const windows = await repository.scrollEach("band", bands, options);
      assertEquals(statements.length, 1);
      assertEquals(await Promise.all(windows.map((window) => window.total!())), [12, 12, 12, 0]);
      assertEquals(statements.length, 2);
      await windows[0]!.total!();
      assertEquals(statements.length, 2);
      const many = Array.from({ length: 40_000 }, (_, i) => `p${i}`);
      assertEquals((await repository.scrollEach("band", many, options)).length, 40_000);
      assertEquals(statements.length, 3);
    },
  });
}

class Child {
  constructor(readonly id: number, readonly parentId: number, readonly rank: number | null) {}
}
describeType(Child, { id: t.int, parentId: t.int, rank: t.nullable(t.int) }, {
  id: "id",
  table: "children",
  indexes: [["parentId", "rank", "id"]],
});

for (const store of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `20.12 a page under each of 200 parents reads the rows of the pages alone [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      let last = "";
      await using database = await store.open({ onStatement: (text) => void (last = text) });
      await database.createTables(Child);
      // 200 parents with 100 children each, every seventh without a rank.
      const numbers = "with recursive n (i) as (select 0 union all select i + 1 from n where i < 19999)";
      const rows = "select i, i % 200, case when i % 7 = 0 then null else i % 50 end";
      await database.execute(
        store.name === "mariadb"
          ? `insert into children (id, parent_id, \`rank\`) ${rows} from (select seq as i from seq_0_to_19999) as n`
          : `${numbers} insert into children (id, parent_id, rank) ${rows} from n`,
      );
      await database.execute(store.name === "mariadb" ? "analyze table children" : "analyze");
      const repository = database.repository<Child, number>(Child);
      const parents = Array.from({ length: 200 }, (_, i) => i);
      const keys = [{}, { rank: 25, id: 9_000 }, { rank: null, id: 7_000 }];
      for (const sort of [Sort.by("rank"), Sort.by(Order.desc("rank").nullsLast())]) {
        for (const key of keys) {
          const windows = await repository.scrollEach("parentId", parents, {
            position: ScrollPosition.forward(key),
            sort,
            limit: Limit.of(3),
          });
          assertEquals(windows.length, 200);
          if (store.name === "sqlite") {
            const plan = await database.execute(`explain query plan ${last}`);
            const scans = plan.map(({ detail }) => String(detail)).filter((line) =>
              /^SCAN (?!parent|found|part|\(|\d)/.test(line)
            );
            assertEquals(scans, [], `${JSON.stringify(plan, null, 1)}\n${last}`);
            assert(plan.some(({ detail }) => /USING (COVERING )?INDEX .*\(parent_id=\?/.test(String(detail))), last);
          }
        }
      }
    },
  });
}
