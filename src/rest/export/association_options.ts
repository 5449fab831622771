import type { CallOptions, Page, Pageable, Slice } from "../../data/mod.ts";
import type { Class, MaybePromise } from "../../kernel/mod.ts";

/** What an inverse association finds. */
export type AssociationResult = Page<unknown> | Slice<unknown> | readonly unknown[] | object | null;

/** An association that is no described reference. */
export interface AssociationOptions<T> {
  /** The class of the target, whose repository is exported too. */
  readonly target: () => Class;
  /** The property that holds the target's id, or the list of their ids. It is linked to instead of being shown. */
  readonly by?: keyof T & string;
  /**
   * For inverse sides: the property of the targets that refers back, a reference or a foreign key. Targets are found a
   * page at a time, and the association can't be written. The target's repository must have `findBy`.
   */
  readonly mappedBy?: string;
  /**
   * Finds the targets, for inverse sides that no property tells. Such an association can't be written.
   *
   * @param owner the entity at which the association stands
   * @param pageable what the client asks for; return a page to have the answer paged
   * @param options their signal is aborted when the client leaves
   */
  find?(owner: T, pageable: Pageable, options: CallOptions): MaybePromise<AssociationResult>;
  /** Whether several targets are found; by default it is told from the property `by`, or true for inverse sides. */
  readonly many?: boolean;
  /** Path segment; by default the association's name. */
  readonly path?: string;
  /** Relation; by default the association's name. */
  readonly rel?: string;
  /** A label for people: the title of the association's link. */
  readonly title?: string;
  /** Shown, but never changed by clients. */
  readonly readOnly?: boolean;
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
