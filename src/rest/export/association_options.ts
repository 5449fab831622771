import type { CallOptions, Page, Pageable, Slice } from "../../data/mod.ts";
import type { Class, MaybePromise } from "../../kernel/mod.ts";

/** The targets of an inverse association. */
export type AssociationResult = Page<unknown> | Slice<unknown> | readonly unknown[] | object | null;

/** An association that is not a described reference. */
export interface AssociationOptions<T> {
  /** The class of the target, whose repository is exported too. */
  readonly target: () => Class;
  /** The property that holds the target's id, or the list of their ids. Documents link to the targets instead. */
  readonly by?: keyof T & string;
  /**
   * For inverse sides: the property of the targets that refers back, a reference or a foreign key. Targets are found a
   * page at a time, and the association can't be written. The target's repository must have `findBy`.
   */
  readonly mappedBy?: string;
  /**
   * Finds the targets of inverse sides without a property. Such an association can't be written.
   *
   * @param owner the entity with the association
   * @param pageable the requested page; return a page to have the response paged
   * @param options their signal is aborted when the client disconnects
   */
  find?(owner: T, pageable: Pageable, options: CallOptions): MaybePromise<AssociationResult>;
  /** Whether there are several targets; by default the property `by` decides, and inverse sides have several. */
  readonly many?: boolean;
  /** Path segment; by default the association's name. */
  readonly path?: string;
  /** Relation; by default the association's name. */
  readonly rel?: string;
  /** A label for humans: the title of the association's link. */
  readonly title?: string;
  /** Shown, but never changed by clients. */
  readonly readOnly?: boolean;
}

/**
 * Finds the targets of an inverse side.
 *
 * @param owner the entity; only its id is needed if the association has `findOne`
 * @param pageable the requested page
 * @param select the property paths of targets that are needed; others may be included
 */
export type FindTargets = (
  owner: object,
  pageable: Pageable,
  select?: readonly string[],
) => MaybePromise<AssociationResult>;
