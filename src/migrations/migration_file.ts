import { MigrationError } from "./migration_error.ts";
import { type DatabaseKind, type FileStatement, splitStatements } from "./split_statements.ts";

/** A migration read from its file. */
export interface Migration {
  /** Identifier of the application module and name of the file: `catalog/0002_add_isbn`; the root has no identifier. */
  readonly name: string;
  /** Identifier of the application module; `""` for the root. */
  readonly module: string;
  /** The number that the name of the file begins with. */
  readonly number: bigint;
  /** The file. */
  readonly url: URL;
  /** SHA-256 of the text with normalized line ends, in hexadecimal. */
  readonly checksum: string;
  /** Whether it runs in a transaction. */
  readonly transaction: boolean;
  /** SQLite: whether foreign keys are checked at the end of the migration instead of at each statement. */
  readonly checksReferencesLate: boolean;
  /** The statements of an SQL file; absent for TypeScript. */
  readonly statements?: readonly FileStatement[];
  /** The export `up` of a TypeScript file. */
  readonly up?: (kysely: never) => Promise<unknown>;
}

/** Whether statements that define tables can be rolled back; MariaDB commits before and after each of them. */
export function hasTransactionalDefinitions(kind: DatabaseKind): boolean {
  return kind !== "mariadb";
}

/** A file that holds a migration. */
export interface MigrationSource {
  readonly module: string;
  readonly url: URL;
  /** Name of the file. */
  readonly file: string;
}

/** Names of migration files: a number, words, for which database, and the language. */
export const fileName: RegExp = /^(\d+)([_-][^/]*?)?(?:\.(postgres|sqlite|mariadb))?\.(sql|ts)$/;

/** Longest name that the record takes. */
const longestName = 255;

/** The name and number of a migration, by its file. */
export function identityOf({ module, file }: Pick<MigrationSource, "module" | "file">): {
  readonly name: string;
  readonly number: bigint;
} {
  const [, digits = "", words = ""] = fileName.exec(file)!;
  const name = `${module === "" ? "" : `${module}/`}${digits}${words}`;
  if (name.length <= longestName) return { name, number: BigInt(digits) };
  throw new MigrationError(
    `Cannot use migration "${name}" as its name must have at most ${longestName} characters: rename its file`,
  );
}

/**
 * Reads a migration.
 *
 * @param source the file
 * @param kind of the database
 * @throws MigrationError when the file is invalid, with the line if known
 */
export async function readMigration(source: MigrationSource, kind: DatabaseKind): Promise<Migration> {
  const { module, url } = source;
  const { name, number } = identityOf(source);
  const text = normalized(await Deno.readTextFile(url));
  const common = { name, module, number, url, checksum: await sha256(text) };
  try {
    return source.file.endsWith(".ts")
      ? { ...common, ...await readModule(url, kind) }
      : { ...common, ...readSql(text, kind) };
  } catch (cause) {
    if (cause instanceof Deno.errors.NotCapable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`Cannot use migration "${name}" of "${shownPath(url)}": ${reason}`, {
      cause,
      migration: name,
    });
  }
}

/** Formats the path of a file for messages. */
export function shownPath(url: URL): string {
  return url.protocol === "file:" ? decodeURIComponent(url.pathname) : url.href;
}

/** Normalizes line ends and removes a byte order mark, which editors and version control may change. */
function normalized(text: string): string {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

type SqlContent = Pick<Migration, "statements" | "transaction" | "checksReferencesLate">;

const directive = /^-- migrate:(.*)$/gm;

function readSql(text: string, kind: DatabaseKind): SqlContent {
  if (text.includes("\0")) throw new MigrationError("it must be text without NUL characters");
  const directives = new Set([...text.matchAll(directive)].map(([, words = ""]) => words.trim()));
  const unknown = [...directives].find((each) => each !== "no-transaction" && each !== "check-references-late");
  if (unknown !== undefined) {
    throw new MigrationError(
      `a comment "-- migrate:" must say "no-transaction" or "check-references-late": current value is "${unknown}"`,
    );
  }
  const transaction = !directives.has("no-transaction") && hasTransactionalDefinitions(kind);
  const statements = splitStatements(text, kind);
  for (const statement of statements) requireAllowed(statement, { kind, transaction });
  return { transaction, statements, checksReferencesLate: directives.has("check-references-late") };
}

const transactionControl =
  /^(begin|start\s+transaction|commit|end|abort|rollback(?!\s+(\w+\s+)?to\b)|prepare\s+transaction)\b/i;

function requireAllowed({ text, line }: FileStatement, { kind, transaction }: {
  readonly kind: DatabaseKind;
  readonly transaction: boolean;
}): void {
  const refused = (needed: string) => {
    throw new MigrationError(`line ${line}: ${needed}`);
  };
  if (text.startsWith("\\")) refused("it must be SQL: commands of psql that begin with a backslash are not");
  if (/^copy\b[^;]*\bfrom\s+stdin\b/i.test(text)) refused('"copy … from stdin" must be written as "insert"');
  if (/^delimiter\b/i.test(text)) refused('it must be SQL: "delimiter" is a command of a client, and not needed here');
  if (transactionControl.test(text)) {
    refused(
      "it must not begin or end a transaction: each file runs in one; with the comment " +
        '"-- migrate: no-transaction" each statement is kept by itself',
    );
  }
  if (kind === "sqlite" && transaction && /^pragma\s+foreign_keys\b/i.test(text)) {
    refused('"pragma foreign_keys" has no effect within a transaction: use "-- migrate: check-references-late"');
  }
}

async function readModule(
  url: URL,
  kind: DatabaseKind,
): Promise<Pick<Migration, "up" | "transaction" | "checksReferencesLate">> {
  const module: { readonly up?: unknown; readonly transaction?: unknown; readonly checkReferencesLate?: unknown } =
    await import(url.href);
  const { up, transaction = true, checkReferencesLate = false } = module;
  if (typeof up !== "function") {
    throw new MigrationError("it must export a function up(kysely) that makes the changes");
  }
  if (typeof transaction !== "boolean") throw new MigrationError('its export "transaction" must be true or false');
  return {
    up: up as NonNullable<Migration["up"]>, // as was checked
    transaction: transaction && hasTransactionalDefinitions(kind),
    checksReferencesLate: checkReferencesLate === true,
  };
}
