import type { ColumnDefault } from "../../kernel/mod.ts";
import { columnValue } from "../entity/column_value.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { rowOf } from "../mapping/row_of.ts";
import type { Row } from "../query/row_query.ts";

/**
 * Makes the row of a new entity: with its first version, the defaults of its description, and an id unless the database
 * makes it.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param entity the entity
 * @throws TypeError when the id must be given and is not
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
    row[property.column] = columnValue({ label: `${model.name}.${name}`, type: property.type }, value);
  }
  if (isAbsentId(model, row[id.column])) row[id.column] = model.hasDatabaseId ? null : freshId(model);
  return row;
}

/** Whether an id is still to be made: 0 counts where the application makes ids, not where the database does. */
export function isAbsentId(model: EntityModel, id: unknown): boolean {
  if (id === null || id === undefined || id === "") return true;
  return model.hasDatabaseId && (id === 0 || id === 0n);
}

function freshId({ id, name }: EntityModel): string {
  if (["text", "uuid"].includes(id.type)) return crypto.randomUUID();
  throw new TypeError(
    `Cannot save a new ${name} as its "${id.name}" must be given, or be made by the database ` +
      `(generatedId: "database"): it is absent`,
  );
}
