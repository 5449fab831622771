import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { CollectionProperty, ColumnProperty, PropertyModel, ReferenceProperty } from "../entity/property_model.ts";
import type { Class } from "../../kernel/mod.ts";
import { type PropertyPath, resolvePath } from "../entity/property_path.ts";
import type { ColumnRef } from "./resolved_criteria.ts";

/** The target of a path: columns, or a collection and the rest of the path. */
export interface ResolvedPath {
  readonly path: PropertyPath;
  /** The references that lead to the table. */
  readonly via: readonly ReferenceProperty[];
  /** The last property of the path, or the first collection on it. */
  readonly leaf: PropertyModel;
  /** The rest of the path behind a collection, `""` for its elements; absent without a collection. */
  readonly behind:
    | { readonly collection: CollectionProperty; readonly owner: EntityModel; readonly rest: string }
    | undefined;
}

/**
 * Follows a path through a table and its to-one references, up to a collection.
 *
 * @throws UnknownPropertyError when a property of the path does not exist
 */
export function followPath(models: EntityModels, model: EntityModel, text: string): ResolvedPath {
  const path = resolvePath(models, model, text);
  const via: ReferenceProperty[] = [];
  let owner = model;
  for (const [index, step] of path.steps.entries()) {
    const isLast = index === path.steps.length - 1;
    if (step.kind === "collection") {
      const rest = path.steps.slice(index + 1).map(({ name }) => name).join(".");
      return { path, via, leaf: step, behind: { collection: step, owner, rest } };
    }
    if (step.kind === "reference" && !isLast && !isIdOfReference(models, path.steps, index)) {
      via.push(step);
      owner = models.of(step.target);
    }
  }
  return { path, via, leaf: leafOf(models, path.steps), behind: undefined };
}

// `author.id` is in the book's own table: read the column of the reference without a join.
function isIdOfReference(models: EntityModels, steps: readonly PropertyModel[], index: number): boolean {
  const step = steps[index]!;
  return step.kind === "reference" && index === steps.length - 2 &&
    steps[index + 1] === models.of(step.target).id.only;
}

function leafOf(models: EntityModels, steps: readonly PropertyModel[]): PropertyModel {
  const index = steps.length - 2;
  return index >= 0 && isIdOfReference(models, steps, index) ? steps[index]! : steps.at(-1)!;
}

/**
 * Returns the columns of a path's last property: several for embedded values.
 *
 * @param models the models of the database
 * @param resolved a path that does not go through a collection
 */
export function columnsOfLeaf(models: EntityModels, resolved: ResolvedPath): ColumnRef[] {
  const outer = resolved.path.steps.slice(0, -1).some((step) => step.nullable);
  return leafColumns(models, resolved.leaf, { via: resolved.via, path: resolved.path.text, nullable: outer });
}

/**
 * The column of a property, an id for example.
 *
 * @param property the property
 * @param place the path to its table; the property's own table when left out
 */
export function columnOf(
  { name, column, type, stored, nullable }: ColumnProperty,
  place: Place = { via: [], path: name, nullable },
): ColumnRef {
  return { ...place, column, type, stored };
}

interface Place {
  readonly via: readonly ReferenceProperty[];
  readonly path: string;
  readonly nullable: boolean;
}

/**
 * The columns of one property of a table.
 *
 * @param models the models of the database
 * @param property the property; a collection has none
 * @param place the path to its table
 */
export function leafColumns(models: EntityModels, property: PropertyModel, place: Place): ColumnRef[] {
  const { via, path } = place;
  const nullable = place.nullable || property.nullable;
  switch (property.kind) {
    case "column":
      return [columnOf(property, { via, path, nullable })];
    case "reference":
      if (property.parts !== undefined) return partColumns(models, property, { via, path, nullable });
      return [{
        via,
        path,
        nullable,
        column: property.column,
        stored: property.stored,
        type: referredColumn(models, property).type,
        references: property.target,
      }];
    case "embedded":
      return [...models.embedded(property).properties.values()].flatMap((inner) =>
        leafColumns(models, inner, { via, nullable, path: `${path}.${inner.name}` })
      );
    case "collection":
      return [];
  }
}

function partColumns(models: EntityModels, { target, parts = [] }: ReferenceProperty, place: Place): ColumnRef[] {
  const { id } = models.of(target);
  return parts.map(({ name, column, stored }, index) => {
    const own = id.properties[index]!;
    const { type } = own.kind === "column" ? own : referredColumn(models, own);
    const { path } = place;
    return { ...place, path: `${path}.${name}`, column, stored, type, references: target, part: { path, index } };
  });
}

/** A reference, and the columns that store it. */
export interface HeldReference {
  readonly path: string;
  readonly target: Class;
  /** The columns of the id, in the order of its properties. */
  readonly columns: readonly ColumnRef[];
}

/** Returns the references among the columns of a table. */
export function heldReferences(columns: readonly ColumnRef[]): HeldReference[] {
  const found = columns.filter(({ references }) => references !== undefined);
  const groups = Map.groupBy(found, ({ part, path }) => part?.path ?? path);
  return [...groups].map(([path, columns]) => ({ path, target: columns[0]!.references!, columns }));
}

/** Returns the id column of the referenced entity. */
export function referredColumn(models: EntityModels, property: ReferenceProperty): ColumnProperty {
  return models.of(property.target).id.single(`Cannot store reference "${property.name}"`);
}

/** Returns the columns of an entity's id, which are not null. */
export function idColumns(models: EntityModels, { id }: EntityModel): ColumnRef[] {
  return id.properties.flatMap((property) =>
    leafColumns(models, property, { via: [], path: property.name, nullable: false })
  );
}

/** Returns the columns of an entity's own table. */
export function modelColumns(models: EntityModels, model: EntityModel): ColumnRef[] {
  return [...model.properties.values()].flatMap((property) =>
    leafColumns(models, property, { via: [], path: property.name, nullable: false })
  );
}
