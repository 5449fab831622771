import type { CatalogueColumn } from "../../catalogue/catalogue.ts";
import { DataIntegrityError, type DataIntegrityErrorOptions } from "../../data_integrity_error.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idKey } from "../../entity/id_key.ts";
import { heldReferences, modelColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import { brokenConstraint, columnsOfConstraint } from "./broken_constraint.ts";
import { type BrokenConstraint } from "./constraint_facts.ts";
import type { KnownTables } from "./known_tables.ts";
import { localName } from "./wanted_tables.ts";

/** A change that the database has rejected. */
export interface RefusedChange {
  /** The entity; absent at a commit, which checks deferred constraints. */
  readonly model?: EntityModel;
  /** The written values that are known. */
  readonly rows?: readonly Row[];
  /** Whether rows were deleted: the reported table then refers to them. */
  readonly isRemoval?: boolean;
}

/** A violated constraint, and the entity of its table. */
interface FoundConstraint extends RefusedChange {
  readonly broken: BrokenConstraint;
  readonly model: EntityModel;
}

/** Counts the given ids that exist. */
type CountIds = (model: EntityModel, ids: readonly unknown[]) => Promise<number>;

/** Maps errors of constraints to the properties of entities. */
export class IntegrityErrors {
  readonly #models: EntityModels;
  readonly #tables: KnownTables;
  readonly #countIds: CountIds;

  /**
   * @param models the models of the database
   * @param tables the tables in the catalogue
   * @param countIds counts ids, for databases that do not report which reference is dangling
   */
  constructor(models: EntityModels, tables: KnownTables, countIds: CountIds) {
    this.#models = models;
    this.#tables = tables;
    this.#countIds = countIds;
  }

  /**
   * Adds the properties of a violated constraint to its error.
   *
   * @param error the error of a statement
   * @param change the change
   * @returns the error with properties, or the error itself if it has other causes
   */
  async named(error: unknown, change: RefusedChange = {}): Promise<unknown> {
    // An error without a cause was thrown before the statement was sent.
    if (!(error instanceof DataIntegrityError) || error.cause === undefined) return error;
    const broken = brokenConstraint(error);
    const model = this.#modelOf(broken, change.model);
    if (model === undefined) return error;
    const properties = await this.#propertiesOf(error, { ...change, broken, model });
    if (error.rule === "reference" && change.isRemoval) {
      const references = properties.map((property) => ({ entity: model.type, property }));
      return renewed(error, { references });
    }
    const isLength = error.rule === "check" && this.#isLength(broken, model, properties);
    return renewed(error, { entity: model.type, properties }, isLength ? "length" : error.rule);
  }

  /** Returns the entity of a table, which after a deletion may be another one that refers to the deleted rows. */
  #modelOf({ table, schema }: BrokenConstraint, model: EntityModel | undefined): EntityModel | undefined {
    const isOf = ({ table: own }: EntityModel) =>
      own === table || (schema !== undefined && own === `${schema}.${table}`);
    if (table === undefined || (model !== undefined && isOf(model))) return model;
    return [...this.#models].find(isOf) ?? model;
  }

  async #propertiesOf(
    { rule, cause }: DataIntegrityError,
    { broken, model, rows = [] }: FoundConstraint,
  ): Promise<string[]> {
    const table = this.#tables.tableOf(model);
    if (table === undefined) return [];
    const columns = columnsOfConstraint(broken, table).map((name) => name.toLowerCase());
    const own = modelColumns(this.#models, model);
    if (columns.length > 0) {
      return [...new Set(own.filter(({ column }) => columns.includes(column.toLowerCase())).map(pathOf))];
    }
    // A constraint that is newer than the cached catalogue: read it again before the next statement.
    if (broken.name !== undefined) this.#tables.forget();
    if (rule === "reference" && isSqlite(cause)) return await this.#dangling(own, rows);
    if (rule !== "check" && rule !== "length") return [];
    return own.filter(({ column, stored }) =>
      stored?.column !== undefined && rows.some((row) => isUnfit(stored.column!, row[column]))
    ).map(pathOf);
  }

  /** Finds the dangling reference, which SQLite does not report. */
  async #dangling(columns: readonly ColumnRef[], rows: readonly Row[]): Promise<string[]> {
    const found: string[] = [];
    for (const held of heldReferences(columns)) {
      const model = this.#models.of(held.target);
      const all = rows.map((row) => held.columns.map(({ column }) => row[column] ?? null))
        .filter((parts) => !parts.includes(null)).map((parts) => model.id.made(parts));
      const ids = [...new Map(all.map((id) => [idKey(id), id])).values()];
      if (ids.length > 0 && await this.#countIds(model, ids) < ids.length) found.push(held.path);
    }
    return found;
  }

  /** Whether a check limits the length of a text, for databases without such a type. */
  #isLength({ name }: BrokenConstraint, model: EntityModel, [path, ...others]: readonly string[]): boolean {
    if (path === undefined || others.length > 0) return false;
    const { column } = modelColumns(this.#models, model).find((own) => own.path === path)!;
    return name === `${localName(model.table)}_${column}_length`;
  }
}

function renewed(error: DataIntegrityError, known: DataIntegrityErrorOptions, rule = error.rule): DataIntegrityError {
  return new DataIntegrityError(rule, error.message, { cause: error.cause, ...known });
}

/** Returns the property that errors name: the reference for a column with a part of a composite id. */
function pathOf({ path, part }: ColumnRef): string {
  return part?.path ?? path;
}

function isSqlite(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith("FOREIGN KEY constraint failed");
}

const integerLimits: Readonly<Record<string, number>> = { smallint: 2 ** 15, integer: 2 ** 31, bigint: 2 ** 63 };

/** Whether a column can't hold a value. PostgreSQL does not report the column of such an error. */
function isUnfit({ type, declared, kind, labels = [] }: CatalogueColumn, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (kind === "enum") return typeof value === "string" && !labels.includes(value);
  const limit = integerLimits[type];
  if (limit !== undefined) return Number(value) >= limit || Number(value) < -limit;
  const length = /^(?:character varying|varchar|character|char|bpchar)\((\d+)\)/.exec(declared)?.[1];
  if (length !== undefined) return typeof value === "string" && [...value.trimEnd()].length > Number(length);
  const [, precision, scale = "0"] = /^numeric\((\d+)(?:,\s*(-?\d+))?\)/.exec(declared) ?? [];
  return precision !== undefined && Math.abs(Number(value)) >= 10 ** (Number(precision) - Number(scale));
}
