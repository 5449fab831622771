import { descriptionOf, idNamesOf } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type {
  CollectionProperty,
  ColumnProperty,
  EmbeddedProperty,
  PropertyModel,
  ReferenceProperty,
} from "../entity/property_model.ts";
import { UnknownPropertyError } from "../entity/unknown_property_error.ts";
import { leafColumns } from "../query/column_paths.ts";
import type { ColumnRef } from "../query/resolved_criteria.ts";
import type { Selection } from "../query/selection.ts";

/** The part of an entity that is read: the whole entity, or a selection. */
export type Wanted = Selection | "whole";

/** A property that is read, and the part that is read of its value or of the entity that it refers to. */
export type PlannedProperty =
  | { readonly kind: "column"; readonly property: ColumnProperty; readonly wanted: Wanted | undefined }
  | { readonly kind: "embedded"; readonly property: EmbeddedProperty; readonly members: readonly PlannedProperty[] }
  /** `wanted` is absent if only the id is needed, which is the value of the column. */
  | { readonly kind: "reference"; readonly property: ReferenceProperty; readonly wanted: Wanted | undefined }
  | { readonly kind: "collection"; readonly property: CollectionProperty; readonly wanted: Wanted };

/**
 * Plans which properties of an entity or an embedded value are read.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param selection the properties that are needed; all when left out
 * @throws UnknownPropertyError when a property does not exist
 */
export function hydrationPlan(models: EntityModels, model: EntityModel, selection?: Selection): PlannedProperty[] {
  const all = [...model.properties.values()];
  if (selection === undefined) return all.flatMap((property) => planned(models, property, { selection: undefined }));
  requireKnown(model, selection);
  const always = model.isEntity ? [...model.id.names, model.version?.name] : [];
  const needed = all.filter(({ name }) => selection.has(name) || always.includes(name));
  return needed.flatMap((property) => {
    const { name } = property;
    return planned(models, property, { selection: selection.get(name), isSkipped: !selection.has(name) });
  });
}

/** The selection within one property; `isSkipped` if only its column is read. */
interface Part {
  readonly selection: Selection | undefined;
  readonly isSkipped?: boolean;
}

function planned(models: EntityModels, property: PropertyModel, part: Part): PlannedProperty[] {
  const { selection, isSkipped = false } = part;
  switch (property.kind) {
    case "column":
      return [{ kind: "column", property, wanted: isSkipped ? undefined : selection ?? "whole" }];
    case "embedded":
      return [{ kind: "embedded", property, members: embeddedMembers(models, property, part) }];
    case "reference":
      return [{ kind: "reference", property, wanted: isSkipped ? undefined : wantedOf(models, property, selection) }];
    case "collection":
      if (isSkipped || (selection === undefined && property.options.fetch === "reference")) return [];
      return [{ kind: "collection", property, wanted: selection ?? "whole" }];
  }
}

// All columns of a nullable value are read: it is null if all of them are null.
function embeddedMembers(models: EntityModels, property: EmbeddedProperty, part: Part): PlannedProperty[] {
  const { selection, isSkipped = false } = part;
  const model = models.embedded(property);
  if (!isSkipped && (selection === undefined || !property.nullable)) return hydrationPlan(models, model, selection);
  if (selection !== undefined) requireKnown(model, selection);
  return [...model.properties.values()].flatMap((inner) => {
    const isUnwanted = isSkipped || selection?.has(inner.name) === false;
    return planned(models, inner, { selection: selection?.get(inner.name), isSkipped: isUnwanted });
  });
}

function wantedOf(models: EntityModels, property: ReferenceProperty, selection?: Selection): Wanted | undefined {
  if (selection === undefined) return property.options.fetch === "reference" ? undefined : "whole";
  return isIdAlone(models.of(property.target), selection) ? undefined : selection;
}

/** Whether at most the id of an entity is selected. */
export function isIdAlone(model: EntityModel, selection: Selection): boolean {
  return selection.entries().every(([name, inner]) => {
    const part = model.id.properties.find((property) => property.name === name);
    if (part === undefined || inner === undefined) return part?.kind === "column";
    const [id] = part.kind === "reference" ? idNamesOf(descriptionOf(part.target)!.entity) : [];
    return inner.entries().every(([name, further]) => name === id && further === undefined);
  });
}

function requireKnown(model: EntityModel, selection: Selection): void {
  for (const name of selection.keys()) {
    if (model.properties.has(name)) continue;
    const known = [...model.properties.keys()];
    throw new UnknownPropertyError({ property: name, type: model.name, traversed: model.name, known, path: name });
  }
}

/**
 * Returns the columns that a plan reads, in its order.
 *
 * @param models the models of the database
 * @param plan the planned properties
 * @param prefix the path of the value that contains the properties, and whether that value may be null
 */
export function plannedColumns(
  models: EntityModels,
  plan: readonly PlannedProperty[],
  prefix: { readonly path: string; readonly nullable: boolean } = { path: "", nullable: false },
): ColumnRef[] {
  return plan.flatMap((part) => {
    const path = prefix.path === "" ? part.property.name : `${prefix.path}.${part.property.name}`;
    if (part.kind !== "embedded") return leafColumns(models, part.property, { ...prefix, via: [], path });
    return plannedColumns(models, part.members, { path, nullable: prefix.nullable || part.property.nullable });
  });
}
