import { snakeCase } from "../../entity/naming.ts";
import type { LinkEnds, LinkTable } from "../row_store.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlTools } from "./sql_tools.ts";

/**
 * Name of the table that keeps a list of entities: the owner's table and the property.
 *
 * @param link the owner and its property
 */
export function linkTableName({ owner, property }: Pick<LinkTable, "owner" | "property">): string {
  return `${owner.table}_${snakeCase(property.name)}`;
}

/** Builds the statement that reads the lists of some owners. */
export function selectLinks({ dialect, kysely, sql }: SqlTools, link: LinkTable, owners: readonly unknown[]) {
  const select = kysely.selectFrom(linkTableName(link)).select(["owner_id", "target_id"])
    .where(dialect.isIn(sql.id("owner_id"), { column: link.owner.id, values: owners }))
    .orderBy("owner_id").orderBy("position");
  const bigints = [link.owner, link.target].some(({ id }) => dialect.mayExceedNumbers(id));
  return statementOf(select.compile(), { writes: false, bigints });
}

/** Builds the statement that removes the lists of owners, or takes elements out of all lists. */
export function removeLinks({ dialect, kysely, sql }: SqlTools, link: LinkTable, { end, ids }: LinkEnds) {
  const remove = kysely.deleteFrom(linkTableName(link))
    .where(dialect.isIn(sql.id(`${end}_id`), { column: link[end].id, values: ids }));
  return statementOf(remove.compile(), { writes: true });
}

/** Builds the statements that replace the list of an owner. */
export function replaceLinks(
  { dialect, kysely }: SqlTools,
  link: LinkTable,
  { owner, targets }: { owner: unknown; targets: readonly unknown[] },
): SqlStatement[] {
  const table = linkTableName(link);
  const ownerId = dialect.value(link.owner.id, owner);
  const statements = [
    statementOf(kysely.deleteFrom(table).where("owner_id", "=", ownerId).compile(), { writes: true }),
  ];
  const size = Math.floor(dialect.maxParameters / 3);
  for (let start = 0; start < targets.length; start += size) {
    const rows = targets.slice(start, start + size).map((target, i) => ({
      owner_id: dialect.assigned(link.owner.id, owner),
      target_id: dialect.assigned(link.target.id, target),
      position: start + i,
    }));
    statements.push(statementOf(kysely.insertInto(table).values(rows).compile(), { writes: true }));
  }
  return statements;
}
