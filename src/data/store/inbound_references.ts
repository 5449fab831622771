import type { ReferenceAction } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { optionOf } from "../entity/option_of.ts";
import { heldReferences, leafColumns } from "../query/column_paths.ts";
import type { ColumnRef } from "../query/resolved_criteria.ts";
import type { LinkTable } from "./row_store.ts";

/** A property of an entity that refers to entities of a class. */
export interface InboundReference {
  /** The entity that refers. */
  readonly owner: EntityModel;
  /** The property's path. */
  readonly path: string;
  /** The action when the referenced entity is deleted. */
  readonly onDelete: ReferenceAction;
  /** The storage of the reference: columns, or a link table. */
  readonly kept: { readonly columns: readonly ColumnRef[] } | { readonly link: LinkTable };
}

/**
 * Finds the properties that refer to an entity.
 *
 * @param models the models that the database knows
 * @param target the entity
 */
export function inboundReferences(models: EntityModels, target: EntityModel): InboundReference[] {
  // A copy, as resolving references adds models.
  return [...models].flatMap((owner) =>
    [...owner.properties.values()].flatMap((property): InboundReference[] => {
      if (property.kind === "collection") {
        const element = models.of(property.target);
        if (property.options.mappedBy !== undefined || element.table !== target.table) return [];
        const { onDelete = "no action" } = property.options;
        return [{ owner, path: property.name, onDelete, kept: { link: { owner, target: element, property } } }];
      }
      const columns = leafColumns(models, property, { via: [], path: property.name, nullable: false });
      return heldReferences(columns).filter((held) => models.of(held.target).table === target.table)
        .map(({ path, columns }) => ({ owner, path, onDelete: actionOf(owner, path), kept: { columns } }));
    })
  );
}

function actionOf({ description }: EntityModel, path: string): ReferenceAction {
  // The keys of the options are names of properties.
  const options = description.entity.references as
    | Readonly<Record<string, { onDelete?: ReferenceAction }>>
    | undefined;
  return optionOf(options, path)?.onDelete ?? "no action";
}
