import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { columnsOfLeaf, followPath, leafColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import { quoted } from "./sql_writer.ts";

/**
 * Writes the statements that make the tables of entities, and their indexes, where they are missing.
 *
 * @param dialect the database's dialect
 * @param models the models of the database
 * @param wanted the entities; those that they refer to are added
 */
export function createTables(dialect: SqlDialect, models: EntityModels, wanted: readonly EntityModel[]): string[] {
  const made = new Set<EntityModel>();
  const later: string[] = [];
  const texts = inCreationOrder(models, wanted).flatMap((model) => {
    made.add(model);
    const columns = columnsOf(models, model).map((column) => {
      const target = column.references === undefined ? undefined : models.of(column.references);
      const definition = columnDefinition(dialect, model, column);
      if (target === undefined) return definition;
      // In a cycle of references one table comes before the other.
      const reference = made.has(target)
        ? undefined
        : dialect.addReference?.(model.table, column.column, [target.table, target.id.column]);
      if (reference === undefined) {
        return `${definition} references ${quoted(target.table)} (${quoted(target.id.column)})`;
      }
      later.push(reference);
      return definition;
    });
    return [`create table if not exists ${quoted(model.table)} (${columns.join(", ")})`, ...indexes(models, model)];
  });
  return [...texts, ...later];
}

function columnDefinition(dialect: SqlDialect, model: EntityModel, { column, type, nullable }: ColumnRef): string {
  const name = quoted(column);
  if (column !== model.id.column) return `${name} ${dialect.columnType(type)}${nullable ? "" : " not null"}`;
  return model.hasDatabaseId
    ? `${name} ${dialect.databaseId(type)}`
    : `${name} ${dialect.columnType(type)} primary key not null`;
}

function indexes(models: EntityModels, model: EntityModel): string[] {
  const stated = (model.description.entity.indexes ?? []).map((paths) =>
    paths.flatMap((path) => columnsOfLeaf(models, followPath(models, model, path)).map(({ column }) => column))
  );
  const references = columnsOf(models, model).flatMap(({ column, references }) => references ? [[column]] : []);
  const leading = new Set(stated.map(([first]) => first));
  return [...stated, ...references.filter(([column]) => !leading.has(column))].map((columns) => {
    const name = quoted(`${model.table}_${columns.join("_")}_index`);
    return `create index if not exists ${name} on ${quoted(model.table)} (${columns.map(quoted).join(", ")})`;
  });
}

// What is referred to comes first.
function inCreationOrder(models: EntityModels, wanted: readonly EntityModel[]): EntityModel[] {
  const sorted = new Set<EntityModel>();
  const entered = new Set<EntityModel>();
  const enter = (model: EntityModel): void => {
    if (entered.has(model)) return;
    entered.add(model);
    for (const { references } of columnsOf(models, model)) if (references) enter(models.of(references));
    sorted.add(model);
  };
  wanted.forEach(enter);
  return [...sorted];
}

function columnsOf(models: EntityModels, model: EntityModel): ColumnRef[] {
  return [...model.properties.values()].flatMap((property) =>
    leafColumns(models, property, { via: [], path: property.name, nullable: false })
  );
}
