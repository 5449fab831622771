import { checkOptions } from "./check_options.ts";
import { describeValue } from "./describe_value.ts";
import type { Class } from "./type_descriptor.ts";

/** The name of the identifying property, or the names of several that identify together. */
export type IdNames<K extends string = string> = K | readonly [K, K, ...K[]];

/**
 * Returns the names of the identifying properties; none of a value without identity.
 *
 * @param entity the options of a description
 */
export function idNamesOf(entity: { readonly id?: IdNames | undefined }): readonly string[] {
  const { id } = entity;
  if (id === undefined) return [];
  return typeof id === "string" ? [id] : id;
}

/** Construction of a described class and, for an entity, its storage. */
export interface EntityOptions<T> {
  /**
   * Makes an instance of input that a client sent. By default the constructor gets the properties in the order in
   * which they are described; set this if the constructor takes its arguments differently. A property that the client
   * omitted is absent.
   */
  readonly construct?: (values: Partial<T>) => T;
  /** Name of the class, for minified code. */
  readonly name?: string;
  /** Name of the table; by default the plural of the class name in snake case. */
  readonly table?: string;
  /**
   * The identifying property, or the properties that identify an entity together. A class with an id is an entity; one
   * without is a value embedded into others.
   */
  readonly id?: IdNames<keyof T & string>;
  /** The property that counts changes and guards against lost updates. */
  readonly version?: keyof T & string;
  /**
   * Column names that differ from the property's name in snake case. A reference to an entity with an id of several
   * properties takes a list, in the order of the properties.
   */
  readonly columns?: { readonly [K in keyof T & string]?: string | readonly string[] };
  /** Whether the database makes the id (`"database"`), or the application (`"application"`, the default). */
  readonly generatedId?: "database" | "application";
  /** How properties that refer to other entities are stored and read. */
  readonly references?: { readonly [K in keyof T & string]?: ReferenceOptions };
  /**
   * Property paths that are searched or sorted by together; schema creation makes an index for each list. End a list
   * with the id where collections are paged in that order: sorts end with it.
   */
  readonly indexes?: readonly (readonly (string | IndexedPath)[] | IndexOptions)[];
  /** Lists of property paths whose values are unique together; null differs from null. */
  readonly unique?: readonly (readonly string[] | UniqueOptions)[];
  /** Check constraints, by name. */
  readonly checks?: Readonly<Record<string, StoredCondition>>;
  /** Values of properties that a new entity leaves `undefined`. */
  readonly defaults?: { readonly [K in keyof T & string]?: ColumnDefault };
  /** Generated columns: properties that the database computes from others and that are never written. */
  readonly generated?: { readonly [K in keyof T & string]?: SqlText };
  /** Longest texts, in characters (code points). */
  readonly lengths?: { readonly [K in keyof T & string]?: number };
  /**
   * Properties whose values are never written to logs, such as hashes of passwords, beside those that are described by
   * `t.secret(…)`. REST exports hide them unless configured otherwise.
   */
  readonly secrets?: readonly (keyof T & string)[];
  /** The database's own types of columns, such as `citext`, `numeric(10,2)` or an enum of PostgreSQL. */
  readonly columnTypes?: { readonly [K in keyof T & string]?: string };
}

/** SQL of the database. */
export interface SqlText {
  /** The SQL. */
  readonly sql: string;
}

/** A value, or SQL that the database computes it by, such as `{ sql: "now()" }`. */
export type ColumnDefault = string | number | boolean | bigint | SqlText;

/**
 * A condition on the columns of one table: criteria such as `where("price").atLeast(0)`, which every store supports, or
 * SQL, which the in-memory store ignores.
 */
export type StoredCondition = SqlText | { readonly kind: string };

/** A property path of an index, with how its values are compared. */
export interface IndexedPath {
  /** The property path. */
  readonly path: string;
  /** Whether the index serves case-insensitive sorts and searches instead of case-sensitive ones. */
  readonly ignoreCase?: boolean;
}

/** An index that is more than a list of property paths. */
export interface IndexOptions {
  /** Property paths, and SQL expressions. */
  readonly on: readonly (string | IndexedPath | SqlText)[];
  /** Whether no two rows may have the same values. */
  readonly unique?: boolean;
  /** Makes the index partial: only matching rows are indexed. */
  readonly where?: StoredCondition;
  /** Name of the index; derived from the table and the columns by default. */
  readonly name?: string;
}

/** A unique constraint with a custom name. */
export interface UniqueOptions {
  /** Property paths. */
  readonly on: readonly string[];
  /** Name of the constraint; derived from the table and the columns by default. */
  readonly name?: string;
}

/** What happens to a row when the row that it refers to is deleted, or gets another id. */
export type ReferenceAction = "no action" | "restrict" | "cascade" | "set null" | "set default";

const referenceActions: readonly unknown[] = [
  "no action",
  "restrict",
  "cascade",
  "set null",
  "set default",
] satisfies ReferenceAction[];

/** How a property that refers to one other entity or to a list of them is stored and read. */
export interface ReferenceOptions {
  /**
   * For one entity: `"eager"`, the default, loads the referred entity eagerly; `"reference"` returns an object of its
   * class
   * of which only the id is filled in. Lists are read with `"eager"`, the default, and absent with `"reference"`.
   */
  readonly fetch?: "eager" | "reference";
  /** For lists: the property of the elements that refers back. Without it the list is stored in a join table. */
  readonly mappedBy?: string;
  /**
   * The action when the referred entity is deleted; by default deleting it is rejected. For one entity `"set null"`
   * removes the
   * reference and `"cascade"` deletes its owner as well. For a list with a table of its own `"cascade"` takes what is
   * deleted off the list.
   */
  readonly onDelete?: ReferenceAction;
  /** For one entity: the action when its id changes; by default changing it is rejected. */
  readonly onUpdate?: ReferenceAction;
}

/**
 * Rejects unknown options at run time, for callers that are not type-checked.
 *
 * @param type the class
 * @param options how it is constructed and stored
 * @throws TypeError naming the class and the option
 */
export function checkEntityOptions<T>(type: Class<T>, options: EntityOptions<T>): void {
  checkOptions<EntityOptions<T>>(`describeType(${type.name}, …)`, options, {
    name: true,
    table: true,
    construct: true,
    id: true,
    version: true,
    columns: true,
    generatedId: true,
    references: true,
    indexes: true,
    unique: true,
    checks: true,
    defaults: true,
    generated: true,
    lengths: true,
    columnTypes: true,
    secrets: true,
  });
  for (const { option, isFitting, needed } of rules) {
    const value: unknown = options[option];
    if (value === undefined || isFitting(value)) continue;
    throw new TypeError(`Cannot use option "${option}" of class "${type.name}" as it must be ${needed}`);
  }
  checkReferences(type, options.references ?? {});
}

interface OptionRule {
  readonly option: keyof EntityOptions<unknown>;
  readonly isFitting: (value: unknown) => boolean;
  readonly needed: string;
}

const rules: readonly OptionRule[] = [
  {
    option: "id",
    isFitting: (value) =>
      isText(value) || (isListOf(value, isText, 2) && new Set(value as string[]).size === (value as string[]).length),
    needed: `a property, "id", or a list of two or more different properties, ["order", "line"]`,
  },
  {
    option: "indexes",
    isFitting: (value) => isListOf(value, (index) => isListOf(index, isIndexedPath, 1) || isIndexOptions(index)),
    needed:
      `a list of lists of property paths, [["title", "id"]] or [[{ path: "title", ignoreCase: true }, "id"]], or ` +
      `of { on: ["title"], unique: true, where: … }`,
  },
  {
    option: "unique",
    isFitting: (value) =>
      isListOf(value, (paths) => isListOf(paths, isText, 1) || isShaped(paths, { on: isPaths, name: isOptionalText })),
    needed: `a list of lists of property paths, [["isbn"]] or [{ on: ["shop", "number"], name: "…" }]`,
  },
  {
    option: "checks",
    isFitting: (value) => isRecordOf(value, isCondition),
    needed: `conditions by name, { price_is_positive: where("price").greaterThan(0) } or { …: { sql: "price > 0" } }`,
  },
  {
    option: "defaults",
    isFitting: (value) =>
      isRecordOf(value, (single) => ["string", "number", "boolean", "bigint"].includes(typeof single) || isSql(single)),
    needed: `values by property, { state: "new", createdAt: { sql: "now()" } }`,
  },
  {
    option: "generated",
    isFitting: (value) => isRecordOf(value, isSql),
    needed: `SQL by property, { total: { sql: "price * amount" } }`,
  },
  {
    option: "lengths",
    isFitting: (value) => isRecordOf(value, (length) => Number.isSafeInteger(length) && (length as number) > 0),
    needed: "numbers of characters >= 1 by property, { name: 80 }",
  },
  {
    option: "columnTypes",
    isFitting: (value) => isRecordOf(value, isText),
    needed: `types of the database by property, { email: "citext" }`,
  },
  {
    option: "secrets",
    isFitting: (value) => isListOf(value, isText),
    needed: `a list of properties, ["passwordHash"]`,
  },
];

function checkReferences(type: Class, references: object): void {
  for (const [name, options] of Object.entries(references) as [string, ReferenceOptions][]) {
    for (const action of [options?.onDelete, options?.onUpdate]) {
      if (action === undefined || referenceActions.includes(action)) continue;
      throw new TypeError(
        `Cannot use the reference "${name}" of class "${type.name}" as its actions must be one of ${
          referenceActions.map((known) => `"${known}"`).join(", ")
        }: current value is ${describeValue(action)}`,
      );
    }
  }
}

type Test = (value: unknown) => boolean;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isListOf(value: unknown, isElement: Test, min = 0): boolean {
  return Array.isArray(value) && value.length >= min && value.every(isElement);
}

function isPaths(value: unknown): boolean {
  return isListOf(value, isText, 1);
}

function isRecordOf(value: unknown, isValue: Test): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((single) => single === undefined || isValue(single));
}

/** Whether a value is an object that has no other keys, each of which fits. */
function isShaped(value: unknown, tests: Readonly<Record<string, Test>>): boolean {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Record<string, unknown>;
  return Object.keys(record).every((key) => Object.hasOwn(tests, key)) &&
    Object.entries(tests).every(([key, test]) => test(record[key]));
}

function isSql(value: unknown): boolean {
  return isShaped(value, { sql: isText });
}

function isCondition(value: unknown): boolean {
  return isSql(value) || typeof (Object(value) as { kind?: unknown }).kind === "string";
}

function isIndexedPath(value: unknown): boolean {
  const isOptionalFlag = (flag: unknown) => flag === undefined || typeof flag === "boolean";
  return isText(value) || isShaped(value, { path: isText, ignoreCase: isOptionalFlag });
}

function isIndexOptions(value: unknown): boolean {
  return isShaped(value, {
    on: (on) => isListOf(on, (key) => isIndexedPath(key) || isSql(key), 1),
    unique: (unique) => unique === undefined || typeof unique === "boolean",
    where: (where) => where === undefined || isCondition(where),
    name: isOptionalText,
  });
}
