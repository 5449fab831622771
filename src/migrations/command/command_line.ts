import { parseArgs } from "node:util";

/** The help text. */
export const usage = `Usage: migrate [COMMAND] [options]

Applies the migrations of an application to a database. Exit code 0: fine; 1: something is pending (status), or a
migration failed; 2: wrong use.

Commands
  run                    apply what is pending (default)
  status                 list the migrations and what is pending
  diff NAME              write the next migration: what the entity descriptions need and the database lacks
  baseline [MIGRATION]   record what is pending as applied without running it, up to a migration
  repair                 accept edited files, and forget migrations whose files are gone

Options
  --database URL         sqlite:file, postgres://… or mysql://… (default: the environment variable DATABASE_URL)
  --schema NAME          PostgreSQL: the schema to work in
  --root FOLDER          the application's folder (default: .)
  --structure FILE       the file that the modules command has written, instead of reading the sources
  --detection STRATEGY   which folders are modules: direct-sub-folders (default) or explicitly-declared
  --dry-run              run: roll everything back, and print the statements; diff: print instead of writing
  --json                 print one JSON object
  --entities MODULE      diff: a TypeScript file that exports the entity classes, or lists of them
  --empty                diff: compare with an empty database
  --allow-drops          diff: write drops as statements instead of comments
  --drop-table NAME      diff: a table that no entity describes, to be dropped; may be repeated
  --rename TABLE.OLD=NEW diff: a column that was renamed; may be repeated
  --fill TABLE.COLUMN=SQL  diff: the value of existing rows for a column that may not be null; may be repeated
  --suffix               diff: name the files for this database alone, 0001_name.postgres.sql`;

/** The commands. */
export const commands = ["run", "status", "diff", "baseline", "repair"] as const;

/** The parsed command line. */
export interface CommandLine {
  readonly command: typeof commands[number];
  /** The argument after the command. */
  readonly argument: string | undefined;
  readonly database: string;
  readonly schema: string | undefined;
  readonly root: URL;
  readonly structure: URL | undefined;
  readonly detection: "direct-sub-folders" | "explicitly-declared";
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly entities: URL | undefined;
  readonly empty: boolean;
  readonly allowDrops: boolean;
  readonly dropTables: readonly string[];
  readonly renames: ReadonlyMap<string, string>;
  readonly fills: ReadonlyMap<string, string>;
  readonly suffix: boolean;
}

/**
 * Reads the command line.
 *
 * @param args the arguments
 * @returns the command line, or `undefined` for `--help`
 * @throws TypeError when an argument is invalid
 */
export function readCommandLine(args: readonly string[]): CommandLine | undefined {
  const { values, positionals: [command = "run", argument, ...rest] } = parse(args);
  if (values.help) return undefined;
  if (!isCommand(command)) throw misused("the command", `one of ${commands.join(", ")}`, command);
  const taken = argument !== undefined && command !== "diff" && command !== "baseline" ? argument : rest[0];
  if (taken !== undefined) throw misused("an argument", `an option of --help`, taken);
  const detection = values.detection;
  if (detection !== "direct-sub-folders" && detection !== "explicitly-declared") {
    throw misused("option --detection", "direct-sub-folders or explicitly-declared", detection);
  }
  requireDiffOptions(command, argument, values);
  return {
    command,
    argument,
    database: values.database ?? databaseOfEnvironment(),
    schema: values.schema,
    root: fileUrl(`${values.root.replace(/\/$/, "")}/`),
    structure: values.structure === undefined ? undefined : fileUrl(values.structure),
    detection,
    dryRun: values["dry-run"] ?? false,
    json: values.json ?? false,
    entities: values.entities === undefined ? undefined : fileUrl(values.entities),
    empty: values.empty ?? false,
    allowDrops: values["allow-drops"] ?? false,
    dropTables: values["drop-table"] ?? [],
    renames: pairs("--rename", values.rename ?? []),
    fills: pairs("--fill", values.fill ?? []),
    suffix: values.suffix ?? false,
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      database: { type: "string" },
      schema: { type: "string" },
      root: { type: "string", default: "." },
      structure: { type: "string" },
      detection: { type: "string", default: "direct-sub-folders" },
      "dry-run": { type: "boolean" },
      json: { type: "boolean" },
      entities: { type: "string" },
      empty: { type: "boolean" },
      "allow-drops": { type: "boolean" },
      "drop-table": { type: "string", multiple: true },
      rename: { type: "string", multiple: true },
      fill: { type: "string", multiple: true },
      suffix: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
}

// --entities is allowed for all commands, as a task of deno.json may set it once.
const diffOptions = ["empty", "allow-drops", "drop-table", "rename", "fill", "suffix"] as const;

function requireDiffOptions(
  command: CommandLine["command"],
  argument: string | undefined,
  values: ReturnType<typeof parse>["values"],
): void {
  if (command !== "diff") {
    const useless = diffOptions.find((name) => values[name] !== undefined);
    if (useless !== undefined) throw misused(`option --${useless}`, "left out, as diff alone takes it", command);
    return;
  }
  if (values.entities === undefined) {
    throw misused("option --entities", "given: the file that exports the entities", "");
  }
  const isNamed = argument === undefined ? values["dry-run"] === true : /^\w[\w-]*$/.test(argument);
  if (!isNamed) {
    throw misused("the name of the migration", "letters, digits, - and _", argument ?? "");
  }
}

/** Reads `table.column=text` of options that may be repeated. */
function pairs(option: string, values: readonly string[]): Map<string, string> {
  return new Map(values.map((value): [string, string] => {
    const at = value.indexOf("=");
    if (at > value.indexOf(".") && at < value.length - 1 && value.indexOf(".") > 0) {
      return [value.slice(0, at), value.slice(at + 1)];
    }
    throw misused(`option ${option}`, "TABLE.COLUMN=VALUE", value);
  }));
}

function isCommand(text: string): text is CommandLine["command"] {
  return (commands as readonly string[]).includes(text);
}

function databaseOfEnvironment(): string {
  let url: string | undefined;
  try {
    url = Deno.env.get("DATABASE_URL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
  }
  if (url !== undefined && url !== "") return url;
  throw new TypeError(
    "Cannot migrate a database as its URL must be given: --database sqlite:file, or the environment variable " +
      "DATABASE_URL with --allow-env=DATABASE_URL",
  );
}

function misused(what: string, needed: string, value: string): TypeError {
  return new TypeError(`Cannot use ${what} as it must be ${needed}: current value is "${value}"\n\n${usage}`);
}

function fileUrl(path: string): URL {
  if (/^\w{2,}:\/\//.test(path)) return new URL(path);
  const encoded = path.replace(/[%?#\\]/g, encodeURIComponent);
  return new URL(encoded, `file://${Deno.cwd().replace(/[%?#\\]/g, encodeURIComponent)}/`);
}
