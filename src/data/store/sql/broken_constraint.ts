import type { BrokenConstraint } from "./constraint_facts.ts";
import type { CatalogueIndex, CatalogueTable } from "../../catalogue/catalogue.ts";
import { columnsInText } from "../../catalogue/columns_in_text.ts";
import type { DataIntegrityError } from "../../data_integrity_error.ts";
import { mariadbConstraint } from "./mariadb_errors.ts";

/**
 * Reads the facts of a violated constraint from a driver's error.
 *
 * @param error the error, with the driver's as its cause
 */
export function brokenConstraint({ cause }: DataIntegrityError): BrokenConstraint {
  if (!(cause instanceof Error)) return {};
  if ("code" in cause && "severity" in cause) return postgresConstraint(cause);
  return "sqlState" in cause ? mariadbConstraint(cause.message) : sqliteConstraint(cause.message);
}

/**
 * Finds the columns of a violated constraint.
 *
 * @param broken the facts from the driver's error
 * @param table the table in the catalogue
 * @returns columns of the table; none if the constraint is unknown
 */
export function columnsOfConstraint({ name, columns = [] }: BrokenConstraint, table: CatalogueTable): string[] {
  const known = name === undefined ? undefined : columnsByName(name, table);
  return known ?? columns.filter((column) => table.columns.has(column));
}

function columnsByName(name: string, table: CatalogueTable): string[] | undefined {
  const isNamed = (other: { readonly name?: string }) => other.name?.toLowerCase() === name.toLowerCase();
  const index = table.indexes.find(isNamed);
  if (index !== undefined) return columnsOfIndex(index, table);
  const key = table.foreignKeys.find(isNamed);
  if (key !== undefined) return [...key.columns];
  // SQLite reports a check without a name by its text.
  const check = table.checks.find((check) =>
    check.name === undefined ? isTextOf(check.condition, name) : isNamed(check)
  );
  return check && columnsInText(check.condition, table);
}

/** Returns only the name if a text begins with a quoted name, as SQLite does. */
function isTextOf(condition: string, said: string): boolean {
  const [, ...quoted] = /^(?:"([^"]+)"|`([^`]+)`|\[([^\]]+)\])/.exec(condition) ?? [];
  return condition === said || quoted.includes(said);
}

function columnsOfIndex({ keys }: CatalogueIndex, table: CatalogueTable): string[] {
  const columns = keys.flatMap(({ column, text }) => {
    if (column === undefined) return columnsInText(text, table);
    const { generated, generation } = table.columns.get(column) ?? {};
    // Replace a computed column by the columns of its expression.
    return generated === "virtual" ? [column, ...columnsInText(keyOf(generation), table)] : [column];
  });
  return [...new Set(columns)];
}

/** Returns the expression of a computed column, without its condition. */
function keyOf(generation = ""): string {
  return generation.slice(generation.lastIndexOf(" then ") + 1);
}

function postgresConstraint(cause: Error): BrokenConstraint {
  // Fields of the driver's error, named as in the server's protocol.
  const { table, schema, constraint, column, detail } = cause as {
    readonly [K in "table" | "schema" | "constraint" | "column" | "detail"]?: string;
  };
  // The index of a partition, and an index that is newer than the cached catalogue, are known only from the detail:
  // Key (title, year)=(…) already exists.
  const detailed = /\(([^()=]+)\)=\(/.exec(detail ?? "")?.[1]?.split(", ").map((name) => name.replaceAll('"', ""));
  const columns = column === undefined ? detailed : [column];
  return {
    ...(table === undefined ? {} : { table }),
    ...(schema === undefined ? {} : { schema }),
    ...(constraint === undefined ? {} : { name: constraint }),
    ...(columns === undefined ? {} : { columns }),
  };
}

function sqliteConstraint(message: string): BrokenConstraint {
  const said = /^(?:UNIQUE|NOT NULL|CHECK) constraint failed: (.*)$/s.exec(message)?.[1];
  if (said === undefined) return {};
  const index = /^index '(.*)'$/s.exec(said)?.[1];
  if (index !== undefined) return { name: index };
  if (message.startsWith("CHECK")) return { name: said };
  const places = said.split(", ");
  const table = places[0]!.slice(0, places[0]!.indexOf("."));
  return { table, columns: places.map((place) => place.slice(place.indexOf(".") + 1)) };
}
