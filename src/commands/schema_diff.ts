import type { GraphQLSchema } from "../../deps.ts";
import { type Change, loadSchemaComparison } from "./deps.ts";
import { type ChangeUse, type ReportedUsage, SchemaUses } from "./schema_usage.ts";

/** The effect of a change on clients. */
export type ChangeLevel = "breaking" | "dangerous" | "safe";

/** One difference between two versions of a schema. */
export interface SchemaChange {
  readonly level: ChangeLevel;
  /** The kind of the change, such as `FIELD_REMOVED`. */
  readonly type: string;
  /** The names of type, field and argument; absent if the change concerns the schema itself. */
  readonly path?: string;
  readonly message: string;
  /** The clients that use it; absent if not known. */
  readonly use?: ChangeUse;
}

/** The differences between two versions of a schema. */
export interface SchemaDifference {
  /** Names of the versions. */
  readonly from: string;
  readonly to: string;
  /** Start of the usage count; absent if usage is not known. */
  readonly usedSince?: string;
  /** The changes, the gravest first. */
  readonly changes: readonly SchemaChange[];
}

/** Formats in which differences are written. */
export type DifferenceFormat = "text" | "json" | "markdown";

const levels: Readonly<Record<string, ChangeLevel>> = {
  BREAKING: "breaking",
  DANGEROUS: "dangerous",
  NON_BREAKING: "safe",
};

const order: readonly ChangeLevel[] = ["breaking", "dangerous", "safe"];

/**
 * Compares two versions of a schema.
 *
 * @param before the schema that clients use
 * @param after the schema that is to replace it
 * @param usage the clients' usage of the former version, if known
 */
export async function schemaChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
  usage?: ReportedUsage,
): Promise<readonly SchemaChange[]> {
  const { diff } = await loadSchemaComparison();
  const uses = usage && new SchemaUses(before, usage);
  const changes = (await diff(before, after)).map((change) => described(change, uses));
  return changes.sort((one, other) =>
    order.indexOf(one.level) - order.indexOf(other.level) || (other.use?.count ?? -1) - (one.use?.count ?? -1)
  );
}

function described({ type, message, path, criticality }: Change, uses: SchemaUses | undefined): SchemaChange {
  const level = levels[criticality.level] ?? "breaking";
  const use = path === undefined || level === "safe" ? undefined : uses?.of(path);
  return { level, type, ...(path === undefined ? {} : { path }), message, ...(use === undefined ? {} : { use }) };
}

/**
 * Whether changes may break clients. A change of an unused element does not.
 *
 * @param changes the changes
 * @param failOn the mildest level that counts
 */
export function breaksClients(changes: readonly SchemaChange[], failOn: "breaking" | "dangerous" | "none"): boolean {
  const failing = failOn === "none" ? [] : failOn === "breaking" ? ["breaking"] : ["breaking", "dangerous"];
  return changes.some(({ level, use }) => failing.includes(level) && use?.count !== 0);
}

/** Writes differences. */
export function writeDifference(difference: SchemaDifference, format: DifferenceFormat): string {
  if (format === "json") return JSON.stringify(difference, null, 2);
  return format === "markdown" ? asMarkdown(difference) : asText(difference);
}

function asText(difference: SchemaDifference): string {
  const { changes } = difference;
  if (changes.length === 0) return `${titleOf(difference)}: no changes`;
  const lines = changes.map((change) => `${change.level.padEnd(9)} ${change.message}${useText(change, difference)}`);
  return [`${titleOf(difference)}: ${summary(changes)}`, ...lines].join("\n");
}

function asMarkdown(difference: SchemaDifference): string {
  const { changes } = difference;
  const head = `### ${titleOf(difference)}\n\n`;
  if (changes.length === 0) return `${head}No changes.`;
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").replaceAll("<", "&lt;");
  const rows = changes.map((change) =>
    `| ${change.level} | ${cell(change.message)} | ${cell(useText(change, difference).replace(/^ – /, ""))} |`
  );
  return `${head}${summary(changes)}\n\n| level | change | use |\n| --- | --- | --- |\n${rows.join("\n")}`;
}

function titleOf({ from, to }: SchemaDifference): string {
  return `Schema ${from} → ${to}`;
}

function summary(changes: readonly SchemaChange[]): string {
  return order.map((level) => `${changes.filter((change) => change.level === level).length} ${level}`).join(", ");
}

/** Maximum number of clients that are named in a line. */
const maxClients = 5;

function useText({ level, use }: SchemaChange, { usedSince }: SchemaDifference): string {
  if (level === "safe" || usedSince === undefined) return "";
  if (use === undefined) return " – use is not known";
  if (use.count === 0) return ` – not used since ${usedSince}`;
  const clients = Object.entries(use.clients);
  const named = clients.slice(0, maxClients).map(([name, count]) => `${name} (${count})`);
  if (clients.length > maxClients) named.push(`${clients.length - maxClients} more`);
  return ` – used ${use.count} times since ${usedSince} by ${named.join(", ")}`;
}
