import type { ServiceIdentifier } from "../../../deps.ts";
import { type Class, type MaybePromise, type Ordered, token } from "../../kernel/mod.ts";

/**
 * A listener of changes by clients. An error before a change prevents the change; for a
 * `RepositoryConstraintViolationError` the response is 422.
 *
 * The `onBefore…` methods run in the transaction of the change, and again if it is retried after a conflict. The
 * `onAfter…` methods run once, after the commit; with the phase `"beforeCommit"` they run in the transaction too, and
 * their errors roll it back.
 */
export interface RepositoryEventListener<T = unknown> extends Ordered {
  /** The class of the entities, including subclasses; absent for all classes. */
  readonly entityType?: () => Class<T>;
  /** When the `onAfter…` methods run; by default after the commit. */
  readonly phase?: "beforeCommit" | "afterCommit";
  /** Before `POST`, or a `PUT` that creates an item, saves. */
  onBeforeCreate?(entity: T): MaybePromise<void>;
  /** After that change. */
  onAfterCreate?(entity: T): MaybePromise<void>;
  /** Before `PUT` or `PATCH` saves. */
  onBeforeSave?(entity: T): MaybePromise<void>;
  /** After that change. */
  onAfterSave?(entity: T): MaybePromise<void>;
  /** Before `DELETE`. */
  onBeforeDelete?(entity: T): MaybePromise<void>;
  /** After that change. */
  onAfterDelete?(entity: T): MaybePromise<void>;
  /** Before an association's new targets are saved: one, or the list of all. */
  onBeforeLinkSave?(owner: T, linked: unknown): MaybePromise<void>;
  /** After that change. */
  onAfterLinkSave?(owner: T, linked: unknown): MaybePromise<void>;
  /** Before a target is removed from an association. */
  onBeforeLinkDelete?(owner: T, linked: unknown): MaybePromise<void>;
  /** After that change. */
  onAfterLinkDelete?(owner: T, linked: unknown): MaybePromise<void>;
}

/** Identifier of the {@linkcode RepositoryEventListener} beans. */
export const RepositoryEventListener: ServiceIdentifier<RepositoryEventListener> = token<RepositoryEventListener>(
  "RepositoryEventListener",
);
