import type { WantedColumn, WantedForeignKey, WantedIndex, WantedTable } from "../../catalogue/wanted_table.ts";
import { exactCollation } from "./mariadb_types.ts";

/** Type of the values by which texts are unique, where their own type is too long for an index. */
const longestKey = `varchar(255) collate ${exactCollation}`;

/**
 * Makes a table of what MariaDB has: indexes hold columns alone, and all rows. What must be unique otherwise is computed
 * by columns that statements don't see. Other indexes hold more rows than they were asked to; those of expressions, which
 * no query would use, are left out.
 *
 * @param table what a description asks for
 * @throws TypeError when MariaDB has nothing for it
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
    // Columns that are computed take no "not null".
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
  /** The columns that compute its keys. */
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
