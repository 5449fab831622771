import type { ReferenceAction } from "../../kernel/mod.ts";
import { rowObjects } from "../store/sql/sql_connections.ts";
import type { RunSql } from "../store/sql/store_driver.ts";
import type {
  Catalogue,
  CatalogueCheck,
  CatalogueColumn,
  CatalogueForeignKey,
  CatalogueIndex,
  CatalogueTable,
  ColumnGeneration,
} from "./catalogue.ts";

/** Names are aliased: the server gives those of its own tables in upper case. */
const statements = {
  tables: `select table_name as name, table_schema as owner, table_type as type from information_schema.tables`,
  columns: `select table_name as \`table\`, column_name as name, data_type as type, column_type as declared,
      is_nullable as nullable, column_default as \`default\`, extra, generation_expression as generation,
      collation_name as \`collation\` from information_schema.columns`,
  indexes: `select table_name as \`table\`, index_name as name, non_unique as repeats, column_name as \`column\`,
      \`collation\` as direction, index_type as method from information_schema.statistics`,
  keys: `select k.table_name as \`table\`, k.constraint_name as name, k.column_name as \`column\`,
      k.referenced_table_schema as schema_referred, k.referenced_table_name as table_referred,
      k.referenced_column_name as referred, r.delete_rule as on_delete, r.update_rule as on_update
    from information_schema.key_column_usage as k join information_schema.referential_constraints as r
      on r.constraint_schema = k.constraint_schema and r.table_name = k.table_name
        and r.constraint_name = k.constraint_name`,
  checks: `select table_name as \`table\`, constraint_name as name, check_clause as \`condition\`
    from information_schema.check_constraints`,
} as const;

type TextRow = Readonly<Record<string, string | null>>;

/** Rows of each statement by table. */
type Facts = Readonly<Record<keyof typeof statements, ReadonlyMap<string, readonly TextRow[]>>>;

/**
 * Reads the catalogue of MariaDB.
 *
 * @param run runs a statement
 * @param tables names as entities have them; all tables of the current database when left out
 */
export async function readMariadbCatalogue(run: RunSql, tables?: readonly string[]): Promise<Catalogue> {
  const catalogue = new Map<string, CatalogueTable>();
  const [[current]] = (await run("select database()", [])).rows as [[string | null]];
  const asked = (tables ?? [undefined]).map((name) => placeOf(name, current ?? ""));
  for (const [schema, places] of Map.groupBy(asked, ({ schema }) => schema)) {
    const names = places.flatMap(({ table }) => table ?? []);
    const facts = await readFacts(run, schema, tables === undefined ? undefined : names);
    const found = facts.tables;
    const wanted = tables === undefined
      ? [...found.keys()].toSorted().map((table) => ({ asked: table, table }))
      : places.map(({ asked, table }) => ({ asked: asked!, table: table! }));
    for (const { asked, table } of wanted) {
      const name = found.has(table)
        ? table
        : [...found.keys()].find((own) => own.toLowerCase() === table.toLowerCase());
      if (name !== undefined) catalogue.set(asked, tableOf(name, { schema, current, facts }));
    }
  }
  return catalogue;
}

function placeOf(asked: string | undefined, current: string) {
  const dot = asked?.indexOf(".") ?? -1;
  return {
    asked,
    schema: dot < 0 ? current : asked!.slice(0, dot),
    table: dot < 0 ? asked : asked!.slice(dot + 1),
  };
}

async function readFacts(run: RunSql, schema: string, tables: readonly string[] | undefined): Promise<Facts> {
  const read = async (kind: keyof typeof statements, { prefix = "", order = "", owner = "table_schema" } = {}) => {
    const names = tables === undefined ? "" : ` and ${prefix}table_name in (${tables.map(() => "?").join(", ")})`;
    const text = `${statements[kind]} where ${prefix}${owner} = ?${names}${order}`;
    // The statements above select texts, and numbers that are read as texts.
    const rows = rowObjects(await run(text, [schema, ...tables ?? []])) as unknown as TextRow[];
    return Map.groupBy(rows, (row) => row[kind === "tables" ? "name" : "table"]!);
  };
  return {
    tables: await read("tables"),
    columns: await read("columns", { order: " order by ordinal_position" }),
    indexes: await read("indexes", { order: " order by index_name, seq_in_index" }),
    keys: await read("keys", { prefix: "k.", order: " order by k.constraint_name, k.ordinal_position" }),
    checks: await read("checks", { owner: "constraint_schema", order: " order by constraint_name" }),
  };
}

function tableOf(
  name: string,
  { schema, current, facts }: { readonly schema: string; readonly current: string | null; readonly facts: Facts },
): CatalogueTable {
  const rows = (kind: keyof Facts) => facts[kind].get(name) ?? [];
  const checks = rows("checks").map((row): CatalogueCheck => ({ name: row.name!, condition: row.condition! }));
  const columns = rows("columns").map((row) => columnOf(row, checks));
  const indexes = [...Map.groupBy(rows("indexes"), (row) => row.name!).values()].map(indexOf);
  return {
    name,
    schema,
    isView: rows("tables")[0]!.type!.endsWith("VIEW"),
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: indexes.find(({ isPrimary }) => isPrimary)?.keys.flatMap(({ column }) => column ?? []) ?? [],
    indexes,
    foreignKeys: [...Map.groupBy(rows("keys"), (row) => row.name!).values()].map((key) => foreignKeyOf(key, current)),
    // The check of a JSON column is part of its type.
    checks: checks.filter((check) =>
      !columns.some((column) => column.declared === "json" && isJsonCheck(check, column.name))
    ),
  };
}

function columnOf(row: TextRow, checks: readonly CatalogueCheck[]): CatalogueColumn {
  const { name, type, declared, extra } = row as Readonly<Record<string, string>>;
  const isJson = checks.some((check) => isJsonCheck(check, name!));
  const labels = type === "enum" ? labelsOf(declared!) : undefined;
  const generated = generationOf(extra!);
  const value = row.default === null || row.default === "NULL" ? undefined : row.default;
  return {
    name: name!,
    type: type!,
    declared: isJson ? "json" : declaredType(declared!),
    kind: type === "enum" ? "enum" : "base",
    nullable: row.nullable === "YES",
    ...(labels === undefined ? {} : { labels }),
    ...(value === undefined || generated !== undefined ? {} : { default: value }),
    ...(generated === undefined ? {} : { generated }),
    ...(row.generation === null || row.generation === "" ? {} : { generation: row.generation! }),
    ...(row.collation === null ? {} : { collation: row.collation! }),
  };
}

/** Whether a column is JSON: text with a `json_valid` check. */
function isJsonCheck({ name, condition }: CatalogueCheck, column: string): boolean {
  return name === column && condition === `json_valid(\`${column}\`)`;
}

/** Returns the type without the display width of numbers, except `tinyint(1)`, which is a boolean. */
function declaredType(declared: string): string {
  return /^tinyint\(1\)$/.test(declared) ? declared : declared.replace(/^(\w*int|year)\(\d+\)/, "$1");
}

/** The labels of `enum('a','it''s')`. */
function labelsOf(declared: string): string[] {
  return declared.slice("enum(".length, -1).split(/,(?=')/).map((label) => label.slice(1, -1).replaceAll("''", "'"));
}

function generationOf(extra: string): ColumnGeneration | undefined {
  if (/auto_increment/i.test(extra)) return "identity by default";
  if (/stored generated/i.test(extra)) return "stored";
  return /virtual generated/i.test(extra) ? "virtual" : undefined;
}

function indexOf(rows: readonly TextRow[]): CatalogueIndex {
  const [{ name, repeats, method }] = rows as unknown as [Readonly<Record<string, string>>];
  const isUnique = Number(repeats) === 0;
  return {
    name: name!,
    isUnique,
    isPrimary: name === "PRIMARY",
    // A unique constraint is its index.
    isConstraint: isUnique,
    isValid: true,
    method: method!.toLowerCase(),
    keys: rows.map(({ column, direction }) => ({ column: column!, text: column!, descending: direction === "D" })),
  };
}

function foreignKeyOf(rows: readonly TextRow[], current: string | null): CatalogueForeignKey {
  const [first] = rows as unknown as [Readonly<Record<string, string>>];
  return {
    name: first.name!,
    columns: rows.map(({ column }) => column!),
    table: first.schema_referred === current
      ? first.table_referred!
      : `${first.schema_referred}.${first.table_referred}`,
    referred: rows.map(({ referred }) => referred!),
    onDelete: actionOf(first.on_delete!),
    onUpdate: actionOf(first.on_update!),
  };
}

/** The default of MariaDB, "restrict", is the same as "no action". */
function actionOf(rule: string): ReferenceAction {
  // The server writes the actions of the standard in upper case.
  const action = rule.toLowerCase() as ReferenceAction;
  return action === "restrict" ? "no action" : action;
}
