import { type Criteria, nothing } from "../criteria.ts";
import { columnValue } from "../entity/column_value.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idColumns } from "./column_paths.ts";
import type { ColumnRef, ResolvedCriteria } from "./resolved_criteria.ts";

/**
 * Builds the criteria for the entity with an id.
 *
 * @param model the entity's model
 * @param id the id; a composite id is an object with a value for each property
 */
export function matchingId<T>({ id: { isComposite, names: [name] } }: EntityModel<T>, id: unknown): Criteria {
  return isComposite ? { kind: "ids", ids: [id] } : { kind: "comparison", path: name!, operator: "=", value: id };
}

/**
 * Builds the criteria for the entities with given ids.
 *
 * @param model the entities' model
 * @param ids the ids
 */
export function matchingIds<T>(
  { id: { isComposite, names: [name] } }: EntityModel<T>,
  ids: Iterable<unknown>,
): Criteria {
  const values = [...ids];
  if (isComposite) return values.length === 0 ? nothing : { kind: "ids", ids: values };
  return { kind: "in", path: name!, values };
}

/**
 * Resolves criteria about ids.
 *
 * @param models the models of the database
 * @param model the entities' model
 * @param ids the ids, as the caller gave them
 * @throws UnfitValueError when an id does not fit
 */
export function resolvedIds(models: EntityModels, model: EntityModel, ids: readonly unknown[]): ResolvedCriteria {
  const columns = idColumns(models, model);
  const values = ids.map((id) => model.id.partsOf(id).map((part, i) => fitting(model, columns[i]!, part)));
  return columnsAreIn(columns, values.filter((parts) => !parts.includes(null)));
}

/**
 * Builds the criteria for the rows with given ids.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param ids values as rows hold them
 */
export function rowIdsAreIn(models: EntityModels, model: EntityModel, ids: readonly unknown[]): ResolvedCriteria {
  return refersToAny(idColumns(models, model), model, ids);
}

/**
 * Builds the criteria for the rows that refer to entities with given ids.
 *
 * @param columns the columns, in the order of the id
 * @param model the entities' model
 * @param ids values as rows hold them
 */
export function refersToAny(
  columns: readonly ColumnRef[],
  { id }: Pick<EntityModel, "id">,
  ids: readonly unknown[],
): ResolvedCriteria {
  return columnsAreIn(columns, ids.map((one) => id.partsOf(one)));
}

/**
 * Builds the criteria for the row with an id.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param id values as rows hold them
 */
export function rowIdIs(models: EntityModels, model: EntityModel, id: unknown): ResolvedCriteria {
  return columnsAre(idColumns(models, model), model.id.partsOf(id));
}

function columnsAre(columns: readonly ColumnRef[], values: readonly unknown[]): ResolvedCriteria {
  const operands = columns.map((column, i): ResolvedCriteria => ({
    kind: "comparison",
    column,
    operator: "=",
    value: values[i],
    ignoreCase: false,
  }));
  return operands.length === 1 ? operands[0]! : { kind: "and", operands };
}

/**
 * Builds the criteria for the rows whose columns have one of several tuples of values. A single tuple becomes
 * comparisons, which every index supports.
 *
 * @param columns the columns
 * @param values for each row the values of the columns, none of them null
 */
export function columnsAreIn(columns: readonly ColumnRef[], values: readonly (readonly unknown[])[]): ResolvedCriteria {
  const [first] = values;
  const [column] = columns;
  if (first === undefined) return { kind: "or", operands: [] };
  if (columns.length === 1) {
    return { kind: "in", column: column!, values: values.map(([value]) => value), ignoreCase: false };
  }
  return values.length === 1 ? columnsAre(columns, first) : { kind: "tuples", columns, values };
}

function fitting({ name }: EntityModel, { path, type, stored }: ColumnRef, value: unknown): unknown {
  return columnValue({ label: `${name}.${path}`, type, stored }, value);
}
