import { isTemporal } from "../../kernel/mod.ts";
import { columnValue } from "../entity/column_value.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { ColumnProperty, EmbeddedProperty, ReferenceProperty } from "../entity/property_model.ts";
import { idColumns } from "../query/column_paths.ts";
import type { Row } from "../query/row_query.ts";
import { toJsonValue } from "./json_value.ts";
import { requireDescribed, requireDescribedWithin } from "./require_described.ts";
import { requireStorable } from "./require_storable.ts";

/**
 * Converts an entity to the values of its columns.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param entity the entity
 * @throws TypeError when a value does not fit its property, or a reference has no id
 * @throws UndescribedPropertyError when the object has a property that is not described
 */
export function rowOf(models: EntityModels, model: EntityModel, entity: object): Row {
  const row: Row = {};
  fill(row, { models, model, label: model.name, isSaved: true }, entity);
  return row;
}

/**
 * Converts an embedded value to the values of its columns.
 *
 * @param models the models of the database
 * @param property the property that holds the value
 * @param source the property's name in error messages, and the value; for null all columns are null
 * @throws TypeError when a value does not fit its property, or a reference has no id
 */
export function embeddedRow(
  models: EntityModels,
  property: EmbeddedProperty,
  { label, value }: { readonly label: string; readonly value: object | null | undefined },
): Row {
  const row: Row = {};
  fill(row, { models, model: models.embedded(property), label, isSaved: false }, value ?? null);
  return row;
}

interface FillOptions {
  readonly models: EntityModels;
  readonly model: EntityModel;
  readonly label: string;
  /** Whether the row is saved; if false, it is the operand of a comparison. */
  readonly isSaved: boolean;
}

function fill(row: Row, { models, model, label, isSaved }: FillOptions, source: object | null): void {
  if (isSaved && typeof source === "object" && source !== null) requireDescribed(model.description, source, label);
  for (const property of model.properties.values()) {
    // The described properties are properties of the class.
    const value = source === null ? null : (source as Record<string, unknown>)[property.name] ?? null;
    const inner = `${label}.${property.name}`;
    if (property.kind === "embedded") {
      fill(row, { models, model: models.embedded(property), label: inner, isSaved }, value as object | null);
    } else if (property.kind === "reference" && property.parts !== undefined) {
      const isLeftOut = isSaved && source !== null && (source as Record<string, unknown>)[property.name] === undefined;
      const parts = isLeftOut || value === null
        ? undefined
        : partsOfReferred(models, property, { label: inner, value });
      property.parts.forEach(({ column }, i) => row[column] = isLeftOut ? undefined : parts?.[i] ?? null);
    } else if (property.kind !== "collection") {
      if (isSaved && property.kind === "column" && property.type === "json") {
        requireDescribedWithin(property.descriptor, value, inner);
      }
      const isLeftOut = isSaved && source !== null &&
        isAbsent(property, (source as Record<string, unknown>)[property.name]);
      row[property.column] = isLeftOut ? undefined : columnOf(models, property, { label: inner, value });
    }
  }
}

/** Whether the database supplies the value. An empty UUID counts as absent, as an empty text does for text ids. */
function isAbsent(property: ColumnProperty | ReferenceProperty, value: unknown): boolean {
  return value === undefined || (value === "" && property.kind === "column" && property.type === "uuid");
}

function columnOf(
  models: EntityModels,
  property: ColumnProperty | ReferenceProperty,
  { label, value }: { label: string; value: unknown },
): unknown {
  if (value === null) return null;
  if (property.kind === "column") {
    const plain = property.type === "json" ? toJsonValue(property.descriptor, value) : value;
    return requireStorable(label, columnValue({ label, type: property.type, stored: property.stored }, plain));
  }
  return idOfReferred(models.of(property.target), label, value);
}

/** Returns the parts of the composite id of a referenced entity, in their order. */
function partsOfReferred(
  models: EntityModels,
  { target }: ReferenceProperty,
  { label, value }: { readonly label: string; readonly value: unknown },
): unknown[] {
  const model = models.of(target);
  const columns = idColumns(models, model);
  return model.id.partsOf(typeof value === "object" && value !== null ? model.id.of(value) : value).map((part, i) => {
    if (part === null) throw unsavedTarget(label);
    const { path, type, stored } = columns[i]!;
    const partLabel = `${label}.${path}`;
    return requireStorable(partLabel, columnValue({ label: partLabel, type, stored }, part));
  });
}

function unsavedTarget(label: string): TypeError {
  return new TypeError(`Cannot store ${label} as the entity that it refers to must be saved first: it has no id`);
}

/**
 * Returns the id of a referenced entity.
 *
 * @param model the entity's model
 * @param label the name of the reference in error messages
 * @param value the entity or its id
 * @throws TypeError when there is no entity, it has no id, or the id does not fit
 */
export function idOfReferred(model: EntityModel, label: string, value: unknown): unknown {
  const { name } = model;
  const id = model.id.single(`Cannot store ${label}`);
  if (value === null || value === undefined) {
    throw new TypeError(`Cannot store ${label} as it must be a ${name}: current value is "${value}"`);
  }
  // The described properties are properties of the class.
  const key = typeof value === "object" && !isTemporal(value)
    ? (value as Record<string, unknown>)[id.name] ?? null
    : value;
  const idLabel = `${label}.${id.name}`;
  if (key !== null) return requireStorable(idLabel, columnValue({ label: idLabel, type: id.type }, key));
  throw unsavedTarget(label);
}
