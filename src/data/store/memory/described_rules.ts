import type { IndexedPath, StoredCondition } from "../../../kernel/mod.ts";
import type { Criteria } from "../../criteria.ts";
import { DataIntegrityError } from "../../data_integrity_error.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { optionOf } from "../../entity/option_of.ts";
import { columnsOfLeaf, followPath, modelColumns } from "../../query/column_paths.ts";
import { CriteriaResolver } from "../../query/resolve_criteria.ts";
import type { ColumnRef, ResolvedCriteria } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import { evaluate } from "./evaluate_criteria.ts";
import type { MemoryTables } from "./tables.ts";
import { UniqueKeys } from "./unique_keys.ts";

/** A check of a description, and the properties that it compares. */
interface DescribedCheck {
  readonly criteria: ResolvedCriteria;
  readonly paths: readonly string[];
}

/** The maximum length of a text. */
interface DescribedLength {
  readonly column: ColumnRef;
  readonly length: number;
}

/** The constraints of an entity's description. Those in SQL are checked by SQL databases only. */
export class DescribedRules {
  readonly #tables: MemoryTables;
  readonly #model: EntityModel;
  readonly #checks: readonly DescribedCheck[];
  readonly #lengths: readonly DescribedLength[];
  /** The unique keys. */
  readonly uniques: readonly UniqueKeys[];

  /**
   * @param models the models of the database
   * @param tables the store's tables
   * @param model the entity
   */
  constructor(models: EntityModels, tables: MemoryTables, model: EntityModel) {
    const { checks = {}, lengths = {}, unique = [], indexes = [] } = model.description.entity;
    const resolve = (condition: StoredCondition): ResolvedCriteria[] => {
      // The kernel knows only the `kind` of criteria, as it must not import their classes.
      if ("sql" in condition) return [];
      return [new CriteriaResolver(models, model).resolve(condition as unknown as Criteria)];
    };
    this.#tables = tables;
    this.#model = model;
    this.#checks = Object.values(checks).flatMap(resolve).map((criteria) => ({ criteria, paths: pathsOf(criteria) }));
    this.#lengths = modelColumns(models, model).flatMap((column) => {
      const length = optionOf(lengths as Readonly<Record<string, number>>, column.path);
      return length === undefined ? [] : [{ column, length }];
    });
    const keysOf = (on: readonly (string | IndexedPath)[]) =>
      on.map((key): IndexedPath => typeof key === "string" ? { path: key } : key).flatMap((
        { path, ignoreCase = false },
      ) => columnsOfLeaf(models, followPath(models, model, path)).map((column) => ({ column, ignoreCase })));
    const stated = unique.map((one) => new UniqueKeys(keysOf("on" in one ? one.on : one)));
    const indexed = indexes.flatMap((index) => {
      if (!("on" in index) || index.unique !== true) return [];
      const paths = index.on.flatMap((key) => typeof key === "object" && "sql" in key ? [] : [key]);
      const condition = index.where === undefined ? [] : resolve(index.where);
      const isSql = paths.length < index.on.length || (index.where !== undefined && condition.length === 0);
      if (isSql) return [];
      const covers = condition.length === 0 ? undefined : (row: Row) => condition.every((one) => this.#holds(one, row));
      return [new UniqueKeys(keysOf(paths), covers)];
    });
    this.uniques = [...stated, ...indexed];
  }

  /** Rejects a text that is too long, or a row that violates a check. */
  checkValues(row: Row): void {
    for (const { column: { column, path }, length } of this.#lengths) {
      const value = row[column];
      // A text never has more characters than UTF-16 units.
      if (typeof value !== "string" || value.length <= length || [...value].length <= length) continue;
      throw broken("length", this.#model, [path]);
    }
    for (const { criteria, paths } of this.#checks) {
      // As in SQL, the result "unknown" satisfies a check.
      if (evaluate(this.#tables, criteria, row) === false) throw broken("check", this.#model, paths);
    }
  }

  /** Rejects unique values that another row has. */
  checkUnique(row: Row, id: unknown): void {
    for (const keys of this.uniques) {
      if (keys.isTaken(row, id)) throw broken("unique", this.#model, keys.paths);
    }
  }

  #holds(criteria: ResolvedCriteria, row: Row): boolean {
    return evaluate(this.#tables, criteria, row) === true;
  }
}

/**
 * Creates the error that names the properties of a violated constraint.
 *
 * @param rule the kind of constraint
 * @param model the entity
 * @param properties the paths of the properties
 */
export function broken(
  rule: DataIntegrityError["rule"],
  model: EntityModel,
  properties: readonly string[],
): DataIntegrityError {
  const names = properties.map((path) => `${model.name}.${path}`).join(", ");
  return new DataIntegrityError(rule, `Cannot change data as the store refuses it: ${rule} rule of ${names}`, {
    entity: model.type,
    properties,
  });
}

function pathsOf(criteria: ResolvedCriteria): string[] {
  const found = (one: ResolvedCriteria): string[] => {
    switch (one.kind) {
      case "and":
      case "or":
        return one.operands.flatMap(found);
      case "not":
        return found(one.operand);
      case "tuple":
        return one.columns.map(({ column }) => column.path);
      case "tuples":
        return one.columns.map(({ path }) => path);
      case "some":
        return [];
      default:
        return [one.column.path];
    }
  };
  return [...new Set(found(criteria))];
}
