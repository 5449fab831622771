import type { ColumnProperty } from "../../entity/property_model.ts";
import { snakeCase } from "../../entity/naming.ts";
import type { LinkEnds, LinkTable } from "../row_store.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlTools } from "./sql_tools.ts";

/**
 * Returns the name of a link table: the owner's table and the property.
 *
 * @param link the owner and its property
 */
export function linkTableName({ owner, property }: Pick<LinkTable, "owner" | "property">): string {
  return `${owner.table}_${snakeCase(property.name)}`;
}

const ends = ["owner", "target"] as const;

/**
 * Returns the id property of the owner or of an element, which a link table stores in one column.
 *
 * @throws TypeError when the id is composite
 */
export function endOf({ property, ...models }: LinkTable, end: "owner" | "target"): ColumnProperty {
  return models[end].id.single(
    `Cannot keep list "${models.owner.name}.${property.name}" in a table of its own, which mappedBy avoids,`,
  );
}

/** Builds the statement that reads the lists of some owners. */
export function selectLinks({ dialect, kysely, sql }: SqlTools, link: LinkTable, owners: readonly unknown[]) {
  const select = kysely.selectFrom(linkTableName(link)).select(["owner_id", "target_id"])
    .where(dialect.isIn(sql.id("owner_id"), { column: endOf(link, "owner"), values: owners }))
    .orderBy("owner_id").orderBy("position");
  const bigints = ends.some((end) => dialect.mayExceedNumbers(endOf(link, end)));
  return statementOf(select.compile(), { writes: false, bigints });
}

/** Builds the statement that deletes the lists of owners, or removes elements from all lists. */
export function removeLinks({ dialect, kysely, sql }: SqlTools, link: LinkTable, { end, ids }: LinkEnds) {
  const remove = kysely.deleteFrom(linkTableName(link))
    .where(dialect.isIn(sql.id(`${end}_id`), { column: endOf(link, end), values: ids }));
  return statementOf(remove.compile(), { writes: true });
}

/** Builds the statements that replace the list of an owner. */
export function replaceLinks(
  { dialect, kysely }: SqlTools,
  link: LinkTable,
  { owner, targets }: { owner: unknown; targets: readonly unknown[] },
): SqlStatement[] {
  const table = linkTableName(link);
  const ownerId = dialect.value(endOf(link, "owner"), owner);
  const statements = [
    statementOf(kysely.deleteFrom(table).where("owner_id", "=", ownerId).compile(), { writes: true }),
  ];
  const size = Math.floor(dialect.maxParameters / 3);
  for (let start = 0; start < targets.length; start += size) {
    const rows = targets.slice(start, start + size).map((target, i) => ({
      owner_id: dialect.assigned(endOf(link, "owner"), owner),
      target_id: dialect.assigned(endOf(link, "target"), target),
      position: start + i,
    }));
    statements.push(statementOf(kysely.insertInto(table).values(rows).compile(), { writes: true }));
  }
  return statements;
}
