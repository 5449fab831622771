import type { ReferenceAction } from "../../kernel/mod.ts";
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

/** Tables by the requested names, quoted so that the search path resolves them. */
const named = `select asked.name, to_regclass(asked.path)::oid as id
  from unnest($1::text[], $2::text[]) as asked (name, path)`;

const all = `select relname::text as name, oid as id from pg_catalog.pg_class
  where relnamespace = (select oid from pg_catalog.pg_namespace where nspname = current_schema())
    and relkind in ('r', 'p', 'v', 'm', 'f')`;

const columns = `(select coalesce(json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(base.oid, -1),
      'declared', format_type(a.atttypid, a.atttypmod),
      'kind', case when base.typcategory = 'A' then 'array' when base.typtype = 'e' then 'enum'
        when base.typtype = 'b' then 'base' else 'other' end,
      'labels', (select json_agg(label.enumlabel order by label.enumsortorder) from pg_catalog.pg_enum as label
        where label.enumtypid = case when base.typcategory = 'A' then base.typelem else base.oid end),
      'nullable', not (a.attnotnull or type.typnotnull),
      'default', case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), type.typdefault) end,
      'generation', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
      'generated', a.attgenerated, 'identity', a.attidentity,
      'collation', (select collname from pg_catalog.pg_collation as c
        where c.oid = a.attcollation and a.attcollation <> type.typcollation)
    ) order by a.attnum), '[]')
    from pg_catalog.pg_attribute as a
    join pg_catalog.pg_type as type on type.oid = a.atttypid
    left join pg_catalog.pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
    join pg_catalog.pg_type as base
      on base.oid = coalesce((select domain.base from domain where domain.id = type.oid), type.oid)
    where a.attrelid = class.oid and a.attnum > 0 and not a.attisdropped)`;

const indexes = `(select coalesce(json_agg(json_build_object(
      'name', named.relname, 'unique', i.indisunique, 'primary', i.indisprimary, 'valid', i.indisvalid,
      'method', am.amname,
      'constraint', exists (select 1 from pg_catalog.pg_constraint as c
        where c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype in ('p', 'u', 'x')),
      'keys', (select json_agg(json_build_object(
          'column', (select attname from pg_catalog.pg_attribute
            where attrelid = i.indrelid and attnum = k.attnum and k.attnum <> 0),
          'text', pg_get_indexdef(i.indexrelid, k.n::int, false) || coalesce((select ' COLLATE "C"'
            from pg_catalog.pg_collation as c where c.oid = i.indcollation[k.n::int - 1] and c.collname = 'C'
              and k.attnum = 0), ''),
          'descending', (i.indoption[k.n::int - 1] & 1) = 1) order by k.n)
        from unnest(i.indkey) with ordinality as k (attnum, n) where k.n <= i.indnkeyatts),
      'where', pg_get_expr(i.indpred, i.indrelid)
    ) order by named.relname), '[]')
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as named on named.oid = i.indexrelid
    join pg_catalog.pg_am as am on am.oid = named.relam
    where i.indrelid = class.oid)`;

const foreignKeys = `(select coalesce(json_agg(json_build_object(
      'name', f.conname,
      'columns', (select json_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality as k (attnum, n)
        join pg_catalog.pg_attribute as a on a.attrelid = f.conrelid and a.attnum = k.attnum),
      'table', case when other.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = current_schema())
        then other.relname else (select nspname from pg_catalog.pg_namespace where oid = other.relnamespace) || '.' ||
          other.relname end,
      'referred', (select json_agg(a.attname order by k.n) from unnest(f.confkey) with ordinality as k (attnum, n)
        join pg_catalog.pg_attribute as a on a.attrelid = f.confrelid and a.attnum = k.attnum),
      'onDelete', f.confdeltype, 'onUpdate', f.confupdtype
    ) order by f.conname), '[]')
    from pg_catalog.pg_constraint as f join pg_catalog.pg_class as other on other.oid = f.confrelid
    where f.conrelid = class.oid and f.contype = 'f')`;

const checks =
  `(select coalesce(json_agg(json_build_object('name', c.conname, 'condition', pg_get_expr(c.conbin, c.conrelid))
      order by c.conname), '[]')
    from pg_catalog.pg_constraint as c where c.conrelid = class.oid and c.contype = 'c')`;

/** The base types of domains, which may be domains of domains. */
const domains = `with recursive below (id, base) as (
    select oid, typbasetype from pg_catalog.pg_type where typtype = 'd'
    union all
    select below.id, next.typbasetype from below join pg_catalog.pg_type as next on next.oid = below.base
      where next.typtype = 'd'
  ), domain as materialized (
    select below.id, below.base from below join pg_catalog.pg_type as type on type.oid = below.base
      where type.typtype <> 'd'
  )`;

/** One row per table, with its parts as JSON, so that one statement reads everything. */
const statement = (tables: string) =>
  `${domains}
  select asked.name, schema.nspname::text, class.relkind::text, ${columns}, ${indexes}, ${foreignKeys}, ${checks}
  from (${tables}) as asked
  join pg_catalog.pg_class as class on class.oid = asked.id
  join pg_catalog.pg_namespace as schema on schema.oid = class.relnamespace
  order by asked.name`;

const actions: Readonly<Record<string, ReferenceAction>> = {
  a: "no action",
  r: "restrict",
  c: "cascade",
  n: "set null",
  d: "set default",
};

/**
 * Reads the catalogue of PostgreSQL.
 *
 * @param run runs a statement
 * @param tables names as entities have them; all tables of the current schema when left out
 */
export async function readPostgresCatalogue(run: RunSql, tables?: readonly string[]): Promise<Catalogue> {
  const paths = tables?.map((name) => name.split(".").map((part) => `"${part.replaceAll('"', '""')}"`).join("."));
  const { rows } = tables === undefined ? await run(statement(all), []) : await run(statement(named), [tables, paths]);
  // The statement selects these columns.
  return new Map((rows as unknown[] as TableRow[]).map((row) => [row[0], tableOf(row)]));
}

type TableRow = readonly [
  name: string,
  schema: string,
  kind: string,
  columns: readonly ColumnRow[],
  indexes: readonly IndexRow[],
  foreignKeys: readonly ForeignKeyRow[],
  checks: readonly CatalogueCheck[],
];

function tableOf([name, schema, kind, columns, indexes, foreignKeys, checks]: TableRow): CatalogueTable {
  const known = indexes.map(indexOf);
  return {
    name: name.slice(name.lastIndexOf(".") + 1),
    schema,
    isView: kind === "v" || kind === "m",
    columns: new Map(columns.map((column) => [column.name, columnOf(column)])),
    primaryKey: known.find(({ isPrimary }) => isPrimary)?.keys.map(({ column, text }) => column ?? text) ?? [],
    indexes: known,
    foreignKeys: foreignKeys.map((key): CatalogueForeignKey => ({
      ...key,
      onDelete: actions[key.onDelete]!,
      onUpdate: actions[key.onUpdate]!,
    })),
    checks,
  };
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly declared: string;
  readonly kind: CatalogueColumn["kind"];
  readonly labels: readonly string[] | null;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly generation: string | null;
  readonly generated: string;
  readonly identity: string;
  readonly collation: string | null;
}

function columnOf(row: ColumnRow): CatalogueColumn {
  const { name, type, declared, kind, nullable } = row;
  const generated = generationOf(row);
  return {
    name,
    type,
    declared,
    kind,
    nullable,
    ...(row.labels === null ? {} : { labels: row.labels }),
    ...(row.default === null ? {} : { default: row.default }),
    ...(generated === undefined ? {} : { generated }),
    ...(row.generation === null ? {} : { generation: row.generation }),
    ...(row.collation === null ? {} : { collation: row.collation }),
  };
}

function generationOf({ generated, identity }: ColumnRow): ColumnGeneration | undefined {
  if (generated === "s") return "stored";
  if (generated === "v") return "virtual";
  if (identity === "a") return "identity always";
  return identity === "d" ? "identity by default" : undefined;
}

interface IndexRow {
  readonly name: string;
  readonly unique: boolean;
  readonly primary: boolean;
  readonly valid: boolean;
  readonly method: string;
  readonly constraint: boolean;
  readonly keys: readonly { readonly column: string | null; readonly text: string; readonly descending: boolean }[];
  readonly where: string | null;
}

function indexOf({ name, unique, primary, valid, method, constraint, keys, where }: IndexRow): CatalogueIndex {
  return {
    name,
    isUnique: unique,
    isPrimary: primary,
    isConstraint: constraint,
    isValid: valid,
    method,
    keys: keys.map(({ column, ...rest }) => column === null ? rest : { column, ...rest }),
    ...(where === null ? {} : { where }),
  };
}

interface ForeignKeyRow extends Omit<CatalogueForeignKey, "onDelete" | "onUpdate"> {
  readonly onDelete: string;
  readonly onUpdate: string;
}
