import type { ReferenceAction } from "../../kernel/mod.ts";
import type { RunSql } from "../store/sql/store_driver.ts";
import type {
  Catalogue,
  CatalogueColumn,
  CatalogueForeignKey,
  CatalogueIndex,
  CatalogueTable,
  ColumnGeneration,
} from "./catalogue.ts";
import { readIndexText, readTableText, type TableText } from "./sqlite_table_text.ts";

/** One row per table, with its parts as JSON, so that one statement reads everything. */
const statement = (condition: string) =>
  `select m.name, m.type, m.sql,
  (select json_group_array(json_object('name', c.name, 'declared', c.type, 'notNull', c."notnull", 'default', c.dflt_value,
      'key', c.pk, 'hidden', c.hidden)) from pragma_table_xinfo(m.name) as c),
  (select json_group_array(json_object('name', i.name, 'unique', i."unique", 'origin', i.origin,
      'sql', (select s.sql from sqlite_master as s where s.type = 'index' and s.name = i.name),
      'keys', (select json_group_array(json_object('column', k.name, 'descending', k."desc"))
        from pragma_index_xinfo(i.name) as k where k.key)))
    from pragma_index_list(m.name) as i),
  (select json_group_array(json_object('id', f.id, 'column', f."from", 'table', f."table", 'referred', f."to",
      'onDelete', f.on_delete, 'onUpdate', f.on_update)) from pragma_foreign_key_list(m.name) as f)
from sqlite_master as m
where m.type in ('table', 'view') and m.name not like 'sqlite\\_%' escape '\\' ${condition}
order by m.name`;

/**
 * Reads the catalogue of SQLite.
 *
 * @param run runs a statement
 * @param tables names as entities have them; all tables when left out
 */
export async function readSqliteCatalogue(run: RunSql, tables?: readonly string[]): Promise<Catalogue> {
  const wanted = tables?.map((name) => ({ name, key: localName(name).toLowerCase() }));
  const condition = "and lower(m.name) in (select value from json_each(?))";
  const { rows } = wanted === undefined
    ? await run(statement(""), [])
    : await run(statement(condition), [JSON.stringify(wanted.map(({ key }) => key))]);
  // The statement selects these columns. SQLite minds no case of names.
  const found = new Map((rows as unknown[] as TableRow[]).map((row) => [row[0].toLowerCase(), tableOf(row)]));
  if (wanted === undefined) return new Map([...found.values()].map((table) => [table.name, table]));
  return new Map(
    wanted.flatMap(({ name, key }): [string, CatalogueTable][] => found.has(key) ? [[name, found.get(key)!]] : []),
  );
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

type TableRow = readonly [
  name: string,
  type: string,
  sql: string | null,
  columns: string,
  indexes: string,
  foreignKeys: string,
];

function tableOf([name, type, sql, columnText, indexText, keyText]: TableRow): CatalogueTable {
  const text = type === "table" && sql !== null ? readTableText(sql) : undefined;
  // Hidden columns of virtual tables are arguments, not values.
  const columns = (JSON.parse(columnText) as ColumnRow[]).filter(({ hidden }) => hidden !== 1);
  const keys = columns.filter(({ key }) => key > 0).toSorted((a, b) => a.key - b.key).map(({ name }) => name);
  const isRowId = keys.length === 1 &&
    columns.some(({ name, declared }) => name === keys[0] && /^integer$/i.test(declared));
  const indexes = (JSON.parse(indexText) as IndexRow[]).map(indexOf);
  return {
    name,
    schema: "main",
    isView: type === "view",
    columns: new Map(columns.map((row) => [row.name, columnOf(row, { text, isRowId: isRowId && row.key > 0 })])),
    primaryKey: keys,
    indexes: isRowId ? [rowIdIndex(name, keys[0]!), ...indexes] : indexes,
    foreignKeys: foreignKeysOf(name, JSON.parse(keyText) as ForeignKeyRow[]),
    checks: text?.checks ?? [],
  };
}

interface ColumnRow {
  readonly name: string;
  readonly declared: string;
  readonly notNull: number;
  readonly default: string | null;
  readonly key: number;
  /** 2: virtual, 3: stored. */
  readonly hidden: number;
}

function columnOf(
  { name, declared, notNull, default: value, key, hidden }: ColumnRow,
  { text, isRowId }: { readonly text: TableText | undefined; readonly isRowId: boolean },
): CatalogueColumn {
  const generated: ColumnGeneration | undefined = hidden === 2
    ? "virtual"
    : hidden === 3
    ? "stored"
    : isRowId
    ? "identity by default"
    : undefined;
  const generation = text?.generations.get(name.toLowerCase());
  return {
    name,
    type: withoutParentheses(withoutGeneration(declared)).trim().toLowerCase(),
    declared: withoutGeneration(declared),
    kind: "base",
    // Ignore that SQLite permits nulls in a primary key that is not the rowid.
    nullable: notNull === 0 && key === 0,
    ...(value === null ? {} : { default: value }),
    ...(generated === undefined ? {} : { generated }),
    ...(generation === undefined ? {} : { generation }),
  };
}

interface IndexRow {
  readonly name: string;
  readonly unique: number;
  /** `c`: create index, `u`: a unique constraint, `pk`: the primary key. */
  readonly origin: "c" | "u" | "pk";
  readonly sql: string | null;
  readonly keys: readonly { readonly column: string | null; readonly descending: number }[];
}

function indexOf({ name, unique, origin, sql, keys }: IndexRow): CatalogueIndex {
  const { keys: texts, where } = sql === null ? { keys: [], where: undefined } : readIndexText(sql);
  return {
    name,
    isUnique: unique === 1,
    isPrimary: origin === "pk",
    isConstraint: origin !== "c",
    isValid: true,
    method: "btree",
    keys: keys.map(({ column, descending }, i) => ({
      ...(column === null ? {} : { column }),
      text: column ?? texts[i] ?? "",
      descending: descending === 1,
    })),
    ...(where === undefined ? {} : { where }),
  };
}

/** The rowid is a primary key without an entry in the list of indexes. */
function rowIdIndex(table: string, column: string): CatalogueIndex {
  return {
    name: `${table}_pkey`,
    isUnique: true,
    isPrimary: true,
    isConstraint: true,
    isValid: true,
    method: "btree",
    keys: [{ column, text: column, descending: false }],
  };
}

interface ForeignKeyRow {
  readonly id: number;
  readonly column: string;
  readonly table: string;
  /** Null for the primary key. */
  readonly referred: string | null;
  readonly onDelete: string;
  readonly onUpdate: string;
}

function foreignKeysOf(table: string, rows: readonly ForeignKeyRow[]): CatalogueForeignKey[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()].map((parts) => {
    const [{ table: other, onDelete, onUpdate }] = parts as [ForeignKeyRow];
    const columns = parts.map(({ column }) => column);
    return {
      name: `${table}_${columns.join("_")}_fkey`,
      columns,
      table: other,
      referred: parts.flatMap(({ referred }) => referred === null ? [] : [referred]),
      // SQLite writes the actions of the standard in upper case.
      onDelete: onDelete.toLowerCase() as ReferenceAction,
      onUpdate: onUpdate.toLowerCase() as ReferenceAction,
    };
  });
}

function withoutGeneration(declared: string): string {
  const text = declared.trimEnd();
  return /generated always$/i.test(text) ? text.slice(0, -"generated always".length).trimEnd() : declared;
}

function withoutParentheses(type: string): string {
  const [start, end] = [type.indexOf("("), type.lastIndexOf(")")];
  return start < 0 || end < start ? type : type.slice(0, start) + type.slice(end + 1);
}
