import type { CatalogueTable } from "./catalogue.ts";

/** Casts and strings, which contain no column names. */
const strings = /'(?:[^']|'')*'/g;
const casts =
  /::\s*(?:character varying|double precision|bit varying|time(?:stamp)? with(?:out)? time zone|(?:"[^"]*"|[\w.])+)/gi;
/** Names, quoted or not, and the parenthesis that marks a function. */
const names = /("(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\[\]]*\]|[\p{L}_][\p{L}\p{N}_$]*)(\s*\()?/gu;

/**
 * Finds the columns that an SQL expression names.
 *
 * @param text an expression on one table, of an index or a check
 * @param table the table
 * @returns the names of the columns, in the order of the table
 */
export function columnsInText(text: string, table: CatalogueTable): string[] {
  const found = text.replaceAll(strings, " ").replaceAll(casts, " ").matchAll(names);
  const named = new Set<string>();
  for (const [, name, parenthesis] of found) {
    if (parenthesis === undefined || /^["`[]/.test(name!)) named.add(unquoted(name!).toLowerCase());
  }
  return [...table.columns.keys()].filter((column) => named.has(column.toLowerCase()));
}

function unquoted(name: string): string {
  if (name.startsWith("[")) return name.slice(1, -1);
  return /^["`]/.test(name) ? name.slice(1, -1).replaceAll(name[0]! + name[0]!, name[0]!) : name;
}
