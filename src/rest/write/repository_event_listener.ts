import type { ServiceIdentifier } from "../../../deps.ts";
import { type Class, type MaybePromise, type Ordered, token } from "../../kernel/mod.ts";

/**
 * Is notified before and after clients change entities. What a method throws before a change prevents the change: a
 * `RepositoryConstraintViolationError` is answered with 422.
 *
 * The `onBefore…` methods run in the transaction of the change, and once more where the change loses a race and is made
 * again. The `onAfter…` methods run once, when the change is committed; with the phase `"beforeCommit"` they run in the
 * transaction too, and what they throw undoes the change.
 */
export interface RepositoryEventListener<T = unknown> extends Ordered {
  /** The class whose entities matter, subclasses included; absent means all. */
  readonly entityType?: () => Class<T>;
  /** When the `onAfter…` methods run; by default after the commit. */
  readonly phase?: "beforeCommit" | "afterCommit";
  /** Before `POST`, or `PUT` that creates, saves. */
  onBeforeCreate?(entity: T): MaybePromise<void>;
  /** After it. */
  onAfterCreate?(entity: T): MaybePromise<void>;
  /** Before `PUT` or `PATCH` saves. */
  onBeforeSave?(entity: T): MaybePromise<void>;
  /** After it. */
  onAfterSave?(entity: T): MaybePromise<void>;
  /** Before `DELETE`. */
  onBeforeDelete?(entity: T): MaybePromise<void>;
  /** After it. */
  onAfterDelete?(entity: T): MaybePromise<void>;
  /** Before an association's new targets are saved: one, or the list of all. */
  onBeforeLinkSave?(owner: T, linked: unknown): MaybePromise<void>;
  /** After it. */
  onAfterLinkSave?(owner: T, linked: unknown): MaybePromise<void>;
  /** Before a target is removed from an association. */
  onBeforeLinkDelete?(owner: T, linked: unknown): MaybePromise<void>;
  /** After it. */
  onAfterLinkDelete?(owner: T, linked: unknown): MaybePromise<void>;
}

/** Identifier of the {@linkcode RepositoryEventListener} beans. */
export const RepositoryEventListener: ServiceIdentifier<RepositoryEventListener> = token<RepositoryEventListener>(
  "RepositoryEventListener",
);
