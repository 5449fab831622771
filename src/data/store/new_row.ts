import type { ColumnDefault, Generated } from "../../kernel/mod.ts";
import { columnValue } from "../entity/column_value.ts";
import type { IdProperty } from "../entity/entity_id.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { rowOf } from "../mapping/row_of.ts";
import type { Row } from "../query/row_query.ts";

/**
 * Creates the row of a new entity, with its first version, the defaults of its description, and an id unless the
 * database generates it.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param entity the entity
 * @throws TypeError when the id can't be generated and is absent
 */
export function newRow(models: EntityModels, model: EntityModel, entity: object): Row {
  const { version, id } = model;
  const row = rowOf(models, model, entity);
  if (version !== undefined) row[version.column] = version.type === "bigint" ? 1n : 1;
  const defaults = model.description.entity.defaults as Record<string, ColumnDefault> | undefined;
  for (const [name, value] of Object.entries(defaults ?? {})) {
    const property = model.properties.get(name);
    if (property?.kind !== "column" || row[property.column] !== undefined) continue;
    if (value === undefined || typeof value === "object") continue;
    row[property.column] = columnValue(
      { label: `${model.name}.${name}`, type: property.type, stored: property.stored },
      value,
    );
  }
  for (const property of id.properties) {
    const { column } = property;
    // An empty text is a valid part of a composite id.
    const isAbsent = id.isComposite ? (row[column] ?? null) === null : isAbsentId(model, row[column]);
    if (isAbsent) row[column] = model.hasDatabaseId ? null : freshId(model, property);
  }
  return row;
}

/** Returns whether an id is absent. 0 is absent only if the database generates the ids. */
export function isAbsentId(model: EntityModel, id: unknown): boolean {
  if (model.id.isComposite) return model.id.isAbsent(id);
  if (id === null || id === undefined || id === "") return true;
  return model.hasDatabaseId && (id === 0 || id === 0n);
}

function freshId({ id, name }: EntityModel, property: IdProperty): string {
  const isMade = !id.isComposite || (property.descriptor as Partial<Generated>).isGenerated === true;
  const isFitting = property.kind === "column" && ["text", "uuid"].includes(property.type);
  if (isMade && isFitting) return crypto.randomUUID();
  const byDatabase = id.isComposite ? "" : `, or be made by the database (generatedId: "database")`;
  throw new TypeError(`Cannot save a new ${name} as its "${property.name}" must be given${byDatabase}: it is absent`);
}
