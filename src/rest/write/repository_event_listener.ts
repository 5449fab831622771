import type { ServiceIdentifier } from "../../../deps.ts";
import { type Class, type MaybePromise, type Ordered, token } from "../../kernel/mod.ts";

/**
 * Is told before and after clients change entities. What a method throws before a change prevents the change: a
 * `RepositoryConstraintViolationError` is answered with 422.
 */
export interface RepositoryEventListener<T = unknown> extends Ordered {
  /** The class whose entities matter, subclasses included; absent means all. */
  readonly entityType?: () => Class<T>;
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
