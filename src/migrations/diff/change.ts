import type { TableTexts } from "../../data/migration_access.ts";
import type { DatabaseKind } from "../split_statements.ts";

/** A step of a generated migration. */
export interface Change {
  /** The statements, without the semicolon of the last one. */
  readonly sql: string;
  /** A warning for the reader, written as a comment. */
  readonly note?: string;
  /** Whether data are lost: such statements are written as comments unless drops are allowed. */
  readonly isDrop?: boolean;
}

/** The context of writing changes. */
export interface ChangeContext {
  readonly texts: TableTexts;
  /** SQL expressions for the values of existing rows, by `table.column`. */
  readonly fills: ReadonlyMap<string, string>;
  readonly allowDrops: boolean;
}

/** Quotes a name. */
export function quoted(name: string, kind?: DatabaseKind): string {
  const quote = kind === "mariadb" ? "`" : '"';
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}

/** Quotes the name of a table, which may have a schema. */
export function quotedTable(name: string, kind?: DatabaseKind): string {
  return name.split(".").map((part) => quoted(part, kind)).join(".");
}

/** Quotes names and joins them by commas. */
export function quotedList(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(", ");
}

/** Removes `if not exists`, so that the statement fails if the table exists instead of ignoring it. */
export function strict(text: string): string {
  return text.replace(/^(create (?:table|index|unique index)) if not exists/, "$1");
}

/** Writes a `create table` with a line for each column. */
export function withLines(createTable: string): string {
  const open = createTable.indexOf("(");
  const parts: string[] = [""];
  let depth = 0;
  for (
    const [token] of createTable.slice(open + 1, -1).matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|[^'"`]/g)
  ) {
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (token === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return `${createTable.slice(0, open + 1)}\n  ${parts.map((part) => part.trim()).join(",\n  ")}\n)`;
}

/** Writes changes as a file. */
export function fileText(changes: readonly Change[], { allowDrops }: Pick<ChangeContext, "allowDrops">): string {
  return changes.map(({ sql, note, isDrop = false }) => {
    const isComment = isDrop && !allowDrops;
    const lines = `${sql};`.split("\n").map((line) => isComment ? `-- ${line}` : line);
    return [...(note === undefined ? [] : [`-- ${note}`]), ...lines].join("\n");
  }).join("\n\n") + "\n";
}
