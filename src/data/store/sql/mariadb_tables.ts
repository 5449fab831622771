import type { WantedColumn, WantedForeignKey, WantedIndex, WantedTable } from "../../catalogue/wanted_table.ts";
import { exactCollation } from "./mariadb_types.ts";

/** Type of the computed key of unique texts whose own type is too long for an index. */
const longestKey = `varchar(255) collate ${exactCollation}`;

/**
 * Adapts a table to MariaDB, whose indexes contain only columns, and all rows. Unique keys with expressions or
 * conditions use invisible computed columns. Other partial indexes contain all rows; other indexes of expressions are
 * left out, as no query would use them.
 *
 * @param table the table of the description
 * @throws TypeError when MariaDB does not support it
 */
export function mariadbTable(table: WantedTable): WantedTable {
  table.foreignKeys.forEach((key) => requireAction(table, key));
  const unique = table.indexes.filter((index) => index.isUnique && isAdapted(index))
    .map((index) => adaptedUnique(table, index));
  const others = table.indexes.flatMap((index): WantedIndex[] => {
    if (index.isUnique) return isAdapted(index) ? [] : [index];
    if (index.keys.some(({ column }) => column === undefined)) return [];
    const { where: _, ...whole } = index;
    return [whole];
  });
  return {
    ...table,
    // Computed columns do not accept "not null".
    columns: [
      ...table.columns.map((column) => column.generation === undefined ? column : { ...column, nullable: true }),
      ...unique.flatMap(({ columns }) => columns),
    ],
    indexes: [...unique.map(({ index }) => index), ...others],
  };
}

function requireAction(
  { entity, columns }: WantedTable,
  { path, columns: own, onDelete, onUpdate }: WantedForeignKey,
): void {
  const actions = [onDelete, onUpdate];
  const needed = actions.includes("set default")
    ? 'MariaDB has no action "set default": choose another one'
    : actions.includes("set null") && columns.some(({ name, nullable }) => own.includes(name) && !nullable)
    ? 'MariaDB has action "set null" for nullable properties alone: describe it by t.nullable, or choose another one'
    : undefined;
  if (needed !== undefined) throw new TypeError(`Cannot keep reference "${path}" of class "${entity}" as ${needed}`);
}

function isAdapted({ keys, where }: WantedIndex): boolean {
  return where !== undefined || keys.some(({ column }) => column === undefined);
}

interface AdaptedIndex {
  readonly index: WantedIndex;
  /** The computed columns of its keys. */
  readonly columns: readonly WantedColumn[];
}

function adaptedUnique(table: WantedTable, index: WantedIndex): AdaptedIndex {
  const { where, keys, ...rest } = index;
  const columns = keys.map((key, i): WantedColumn => {
    const own = table.columns.find(({ name }) => name === (key.column ?? key.folds));
    if (own === undefined) {
      throw new TypeError(
        `Cannot make index "${index.name}" of class "${table.entity}" as its keys must be properties on MariaDB: ` +
          `describe a generated property for ${key.text}`,
      );
    }
    return {
      label: own.label,
      name: `${index.name}_${i + 1}`,
      valueType: own.valueType,
      type: own.type.startsWith("longtext") ? longestKey : own.type,
      nullable: true,
      generation: where === undefined ? key.text : `case when ${where} then ${key.text} end`,
      isHidden: true,
      isDatabaseId: false,
    };
  });
  return { index: { ...rest, keys: columns.map(({ name }) => ({ column: name, text: `\`${name}\`` })) }, columns };
}
