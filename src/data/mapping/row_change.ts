import { describeValue } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { UnfitValueError } from "../entity/unfit_value_error.ts";
import { UnknownPropertyError } from "../entity/unknown_property_error.ts";
import { Increment } from "../increment.ts";
import { leafColumns } from "../query/column_paths.ts";
import type { ColumnRef } from "../query/resolved_criteria.ts";
import { rowOf } from "./row_of.ts";

/** The new value of a column, or a number that is added to its value. */
export interface ColumnChange {
  readonly column: ColumnRef;
  readonly value: unknown;
  readonly isAdded: boolean;
}

/**
 * Converts new values of properties to changes of columns. Increments the version, if there is one.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param changes new values or increments by property
 * @throws UnknownPropertyError when a property is not described
 * @throws TypeError when a property can't be changed by criteria, or a value does not fit it
 */
export function rowChange(models: EntityModels, model: EntityModel, changes: object): ColumnChange[] {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const set = given.filter(([, value]) => !(value instanceof Increment));
  given.forEach(([name]) => requireChangeable(model, name));
  const row = rowOf(models, model, Object.fromEntries(set));
  const changed = set.flatMap(([name]) =>
    columnsOf(models, model, name).map((column) => ({ column, value: row[column.column], isAdded: false }))
  );
  const added = given.flatMap(([name, value]) =>
    value instanceof Increment ? [addition(columnsOf(models, model, name), `${model.name}.${name}`, value)] : []
  );
  const all = [...changed, ...added];
  return all.length === 0 || model.version === undefined ? all : [...all, nextVersion(models, model, model.version)];
}

function requireChangeable(model: EntityModel, name: string): void {
  const property = model.properties.get(name);
  if (property === undefined) {
    throw new UnknownPropertyError({
      property: name,
      type: model.name,
      known: [...model.properties.keys()],
      path: name,
    });
  }
  const isOwn = !model.id.properties.some((id) => id === property) && property !== model.version &&
    property.kind !== "collection";
  if (isOwn) return;
  throw new TypeError(
    `Cannot change ${model.name}.${name} by criteria as it must be neither id, version nor a list of entities: save the ` +
      "entity instead",
  );
}

function columnsOf(models: EntityModels, model: EntityModel, name: string): ColumnRef[] {
  return leafColumns(models, model.properties.get(name)!, { via: [], path: name, nullable: false });
}

function addition([column]: readonly ColumnRef[], label: string, { by }: Increment): ColumnChange {
  const isNumber = column !== undefined && (column.type === "integer" || column.type === "float") &&
    typeof by === "number" && (column.type === "float" ? Number.isFinite(by) : Number.isSafeInteger(by));
  if (isNumber || (column?.type === "bigint" && typeof by === "bigint")) return { column, value: by, isAdded: true };
  throw new UnfitValueError({
    label,
    needed: "a number to be added to a property of its type",
    shown: describeValue(by),
  });
}

function nextVersion(models: EntityModels, model: EntityModel, { name, type }: { name: string; type: string }) {
  return { column: columnsOf(models, model, name)[0]!, value: type === "bigint" ? 1n : 1, isAdded: true };
}
