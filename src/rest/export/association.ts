import type { Pageable } from "../../data/mod.ts";
import type { Class, MaybePromise } from "../../kernel/mod.ts";
import type { AssociationResult } from "./association_options.ts";
import type { ExportedCollection } from "./exported_collection.ts";

/** A link from an entity to entities of an exported repository. */
export interface Association {
  /** The association's name. */
  readonly name: string;
  /** Relation of the link. */
  readonly rel: string;
  /** A label for people. */
  readonly title?: string;
  /** Path segment of the association resource. */
  readonly path: string;
  /** The class of the targets. */
  readonly type: Class;
  /** The collection that holds the targets. */
  readonly target: ExportedCollection;
  /** Whether there may be several targets. */
  readonly many: boolean;
  /** Whether every owner has a target. */
  readonly required: boolean;
  /** Whether documents that clients send may hold it. */
  readonly settable: boolean;
  /** Whether clients may change it on its own. */
  readonly writable: boolean;
  /** The described property that documents don't show because of it. */
  readonly replaces?: string;
  /** The property that holds the target or its id; absent for inverse sides. */
  readonly property?: string;
  /** Whether the property holds ids rather than entities. */
  readonly holdsIds: boolean;
  /** Whether targets are read along with their owner, or are objects that hold an id alone. */
  readonly reads: "entity" | "reference";
  /** Finds the targets of inverse sides. */
  readonly find?: FindTargets;
  /** Finds one target of an inverse side by its id; absent where only `find` knows the targets. */
  readonly findOne?: (owner: object, id: unknown, select?: readonly string[]) => Promise<object | undefined>;
}

/**
 * Finds the targets of an inverse side.
 *
 * @param owner the entity; of one that has `findOne` nothing but the id is needed
 * @param pageable what the client asks for
 * @param select the property paths that are needed of targets; others may come along
 */
export type FindTargets = (
  owner: object,
  pageable: Pageable,
  select?: readonly string[],
) => MaybePromise<AssociationResult>;

/**
 * The ids of an entity's targets.
 *
 * @param association an association with a property
 * @param entity the owner
 */
export function targetIds(association: Association, entity: object): unknown[] {
  // Described properties are read by name.
  const held = (entity as Record<string, unknown>)[association.property!];
  if (held === null || held === undefined) return [];
  const values = association.many ? [...held as Iterable<unknown>] : [held];
  return association.holdsIds ? values : values.map((target) => association.target.idOf(target as object));
}
