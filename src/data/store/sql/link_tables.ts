import { snakeCase } from "../../entity/naming.ts";
import type { LinkTable } from "../row_store.ts";
import { quoted, type SqlStatement, SqlWriter } from "./sql_writer.ts";
import type { SqlDialect } from "./sql_dialect.ts";

/**
 * Name of the table that keeps a list of entities: the owner's table and the property.
 *
 * @param link the owner and its property
 */
export function linkTableName({ owner, property }: LinkTable): string {
  return `${owner.table}_${snakeCase(property.name)}`;
}

/** Writes the statement that makes the table of a list. */
export function createLinkTable(dialect: SqlDialect, link: LinkTable): string {
  const column = (name: string, { table, id }: LinkTable["owner"]) =>
    `${name} ${dialect.columnType(id.type)} not null references ${quoted(table)} on delete cascade`;
  return `create table if not exists ${quoted(linkTableName(link))} (${column('"owner_id"', link.owner)}, ` +
    `${column('"target_id"', link.target)}, "position" integer not null, primary key ("owner_id", "position"))`;
}

/** Writes the statement that reads the lists of some owners. */
export function selectLinks(dialect: SqlDialect, link: LinkTable, owners: readonly unknown[]): SqlStatement {
  const writer = new SqlWriter(dialect);
  writer.write(`select "owner_id", "target_id" from ${quoted(linkTableName(link))} where `);
  dialect.writeIn(writer, '"owner_id"', { type: link.owner.id.type, values: owners });
  writer.write(' order by "owner_id", "position"');
  return writer.statement({ writes: false, bigints: [link.owner, link.target].some(({ id }) => id.type === "bigint") });
}

/** Writes the statements that replace the list of an owner. */
export function replaceLinks(
  dialect: SqlDialect,
  link: LinkTable,
  { owner, targets }: { owner: unknown; targets: readonly unknown[] },
): SqlStatement[] {
  const table = quoted(linkTableName(link));
  const remove = new SqlWriter(dialect).write(`delete from ${table} where "owner_id" = `);
  remove.value(link.owner.id.type, owner);
  const statements = [remove.statement({ writes: true })];
  const size = Math.floor(dialect.maxParameters / 3);
  for (let start = 0; start < targets.length; start += size) {
    const writer = new SqlWriter(dialect).write(`insert into ${table} ("owner_id", "target_id", "position") values `);
    writer.joined(targets.slice(start, start + size), ", ", (target, i) => {
      writer.write("(").value(link.owner.id.type, owner).write(", ").value(link.target.id.type, target);
      writer.write(", ").value("integer", start + i).write(")");
    });
    statements.push(writer.statement({ writes: true }));
  }
  return statements;
}
