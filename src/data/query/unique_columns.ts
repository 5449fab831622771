import type { IndexOptions, UniqueOptions } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { columnsOfLeaf, followPath } from "./column_paths.ts";

/**
 * Returns the columns of a unique key.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param paths the property paths; the id when left out
 * @throws UnknownPropertyError when a path does not exist
 * @throws TypeError when the description has no such unique key
 */
export function uniqueColumns(
  models: EntityModels,
  model: EntityModel,
  paths: readonly string[] = model.id.names,
): string[] {
  const own = columnsOf(models, model, paths);
  const { unique = [], indexes = [] } = model.description.entity;
  const known = [model.id.names, ...unique.map(pathsOf), ...indexes.map(pathsOfIndex)];
  if (known.some((one) => isSameSet(columnsOf(models, model, one), own))) return own;
  const shown = paths.map((path) => `"${path}"`).join(", ");
  throw new TypeError(
    `Cannot upsert a ${model.name} on [${shown}] as no two may have the same values of these: describe it with ` +
      `unique: [[${shown}]]`,
  );
}

function columnsOf(models: EntityModels, model: EntityModel, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const resolved = followPath(models, model, path);
    const isOwn = resolved.via.length === 0 && resolved.behind === undefined;
    return isOwn ? columnsOfLeaf(models, resolved).map(({ column }) => column) : [];
  });
}

function pathsOf(unique: readonly string[] | UniqueOptions): readonly string[] {
  return "on" in unique ? unique.on : unique;
}

/** Returns the paths of a case-sensitive unique index of all rows; none for any other index. */
function pathsOfIndex(index: readonly unknown[] | IndexOptions): readonly string[] {
  if (!("on" in index) || index.unique !== true || index.where !== undefined) return [];
  return index.on.every((key) => typeof key === "string") ? index.on : [];
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((column) => b.includes(column));
}
