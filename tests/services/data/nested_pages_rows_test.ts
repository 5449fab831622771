import { assert, assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { Limit, ScrollPosition, Sort } from "@espalier/espalier/data";
import { hasPostgres, openPostgresSchema } from "../../data/stores.ts";

class Child {
  constructor(readonly id: number, readonly parentId: number, readonly rank: number | null) {}
}
describeType(Child, { id: t.int, parentId: t.int, rank: t.nullable(t.int) }, {
  id: "id",
  table: "children",
  indexes: [["parentId", "rank", "id"]],
});

Deno.test({
  name: "20.12 pages of 10 under each of 1,000 parents with 1,000 children read 11 rows for each",
  ignore: !hasPostgres,
  fn: async () => {
    let last = "";
    await using database = await openPostgresSchema({ onStatement: (text) => void (last = text) });
    await database.createTables(Child);
    await database.execute(`insert into children (id, parent_id, rank)
      select i, i % 1000, case when i % 7 = 0 then null else i % 50 end from generate_series(0, 999999) as n (i)`);
    await database.execute("analyze children");
    const repository = database.repository<Child, number>(Child);
    const parents = Array.from({ length: 1000 }, (_, i) => i);
    const options = { sort: Sort.by("rank"), limit: Limit.of(10) };
    const starts = [
      { position: ScrollPosition.keyset(), parameters: [parents, 11, 11, 11] },
      { position: ScrollPosition.keyset().backward(), parameters: [parents, 11, 11, 11] },
    ];
    for (const { position, parameters } of starts) {
      const windows = await repository.scrollEach("parentId", parents, { position, ...options });
      assertEquals(windows.map(({ size, hasNext }) => [size, hasNext]), parents.map(() => [10, true]));
      const rows = await database.execute(`explain (analyze, format json) ${last}`, parameters);
      const [plan] = rows[0]!["QUERY PLAN"] as { Plan: PlanNode }[];
      const read = scans(plan!.Plan).reduce((sum, node) => sum + node["Actual Rows"] * node["Actual Loops"], 0);
      assert(read >= 10_000 && read <= 11_000 * 1.01, `${read} rows were read`);
    }
  },
});

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes of a plan that read the table. */
function scans(node: PlanNode): PlanNode[] {
  const below = (node.Plans ?? []).flatMap(scans);
  return node["Relation Name"] === "children" ? [node, ...below] : below;
}
