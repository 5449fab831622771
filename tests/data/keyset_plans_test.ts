import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type Database, Limit, Order, ScrollPosition, Sort, where } from "@espalier/espalier/data";
import { type StoreKind, stores } from "./stores.ts";

class Track {
  constructor(readonly id: string, readonly name: string, readonly composer: string | null, readonly rating: number) {}
}
describeType(Track, { id: t.id, name: t.string, composer: t.nullable(t.string), rating: t.int }, {
  id: "id",
  indexes: [
    ["name", "id"],
    ["composer", "id"],
    ["rating", "name", "id"],
    [{ path: "name", ignoreCase: true }, "id"],
    [{ path: "composer", ignoreCase: true }, "id"],
  ],
});

const sorts: Readonly<Record<string, Sort>> = {
  "name": Sort.by("name"),
  "name descending": Sort.by(Order.desc("name")),
  "name ignoring case": Sort.by(Order.by("name").withIgnoreCase()),
  "name descending ignoring case": Sort.by(Order.desc("name").withIgnoreCase()),
  "composer": Sort.by("composer"),
  "composer descending": Sort.by(Order.desc("composer")),
  "composer, nulls first": Sort.by(Order.by("composer").nullsFirst()),
  "composer descending, nulls last": Sort.by(Order.desc("composer").nullsLast()),
  "composer ignoring case": Sort.by(Order.by("composer").withIgnoreCase()),
  "rating and name": Sort.by("rating", "name"),
  "rating and name descending": Sort.by(Order.desc("rating"), Order.desc("name")),
};

/** The plan of a statement, a line each, where every other way is switched off for PostgreSQL. */
function planOf(database: Database, { name }: StoreKind, statement: string): Promise<string> {
  return database.transactions.run(async () => {
    const text = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
    if (name === "sqlite") return text(await database.execute(`explain query plan ${statement}`));
    for (const other of ["seqscan", "bitmapscan", "sort", "incremental_sort"]) {
      await database.execute(`set local enable_${other} = off`);
    }
    await database.execute("set local plan_cache_mode = force_generic_plan");
    await database.execute(`prepare page as ${statement}`);
    const count = new Set(statement.match(/\$\d+/g)).size;
    const plan = text(await database.execute(`explain execute page (${Array(count).fill("null").join(", ")})`));
    await database.execute("deallocate page");
    return plan;
  });
}

/** What in a plan reads more rows than the page has. */
function scansIn(plan: string): string[] {
  return plan.split("\n").filter((line) => /^SCAN t|TEMP B-TREE|Seq Scan|Sort|Bitmap/.test(line.trim()))
    // SQLite reads an index from its start to its end where nothing says where to begin.
    .filter((line) => !/USING (COVERING )?INDEX/.test(line));
}

for (const store of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `A4.3 pages by keys enter an index at their position, whatever the sort [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      const statements: string[] = [];
      await using database = await store.open({ onStatement: (text) => void statements.push(text) });
      await database.createTables(Track);
      const tracks = database.repository<Track, string>(Track);
      await tracks.saveAll(
        Array.from({ length: 40 }, (_, i) => new Track(`${i}`, `N${i}`, i % 4 ? `C${i}` : null, i % 3)),
      );
      for (const [name, sort] of Object.entries(sorts)) {
        const keys = [{}, { id: "9", name: "N9", composer: "C9", rating: 0 }, {
          id: "8",
          name: "N8",
          composer: null,
          rating: 2,
        }];
        for (const key of keys) {
          for (const direction of ["FORWARD", "BACKWARD"] as const) {
            statements.length = 0;
            await tracks.scroll(ScrollPosition.of(key, direction), { sort, limit: Limit.of(3) });
            assertEquals(statements.length, 1, "one statement a page");
            // Its plans show in which index a statement begins, not where.
            if (store.name === "mariadb") continue;
            const plan = await planOf(database, store, statements[0]!);
            assertEquals(
              scansIn(plan),
              [],
              `${direction} by ${name} from ${JSON.stringify(key)}:\n${statements[0]}\n${plan}`,
            );
            const isBehind = Object.keys(key).length > 0;
            if (isBehind && store.name === "sqlite") {
              assertEquals(plan.match(/^SCAN t.*/gm) ?? [], [], `${direction} by ${name}:\n${statements[0]}\n${plan}`);
            }
          }
        }
      }
    },
  });

  Deno.test({
    name: `C3.3 a search for how texts start reads a range of an index [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      const statements: string[] = [];
      await using database = await store.open({ onStatement: (text) => void statements.push(text) });
      await database.createTables(Track);
      const tracks = database.repository<Track, string>(Track);
      const names = [
        "ab",
        "abc",
        "aB",
        "ac",
        "a",
        "b",
        "ab\u{10FFFF}",
        "a\uD7FF",
        "a\u{E000}",
        "%x",
        "_x",
        "\\x",
        "AB",
      ];
      await tracks.saveAll(names.map((name, i) => new Track(`${i}`, name, null, 1)));
      const starting = async (text: string, ignoreCase = false) => {
        const criteria = where("name").startingWith(text);
        statements.length = 0;
        const found = await tracks.findBy(ignoreCase ? criteria.ignoringCase() : criteria);
        const expected = names.filter((name) =>
          ignoreCase ? name.toLowerCase().startsWith(text.toLowerCase()) : name.startsWith(text)
        );
        assertEquals(found.map(({ name }) => name).toSorted(), expected.toSorted(), text);
        return statements[0]!;
      };
      for (const prefix of ["ab", "a", "a\uD7FF", "%", "_", "\\", "ab\u{10FFFF}", "\u{10FFFF}", "zz", "aB"]) {
        await starting(prefix);
        await starting(prefix, true);
      }
      if (store.name !== "sqlite") return;
      for (const ignoreCase of [false, true]) {
        const plan = await planOf(database, store, await starting("ab", ignoreCase));
        assertEquals(/^SEARCH .* USING INDEX/m.test(plan), true, plan);
      }
    },
  });
}
