import type { ServiceIdentifier } from "../../../deps.ts";
import { type MaybePromise, token } from "../../kernel/mod.ts";
import type { DeliveryScope } from "./event_observer.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** A published event and its after-commit listeners. */
export interface PendingEvent {
  /** The event. */
  readonly event: object;
  /** The after-commit listeners of the event. */
  readonly listeners: readonly RegisteredListener[];
  /** The publisher's trace context, in which the listeners are called. */
  readonly scope: DeliveryScope;
}

/** Releases the scheduled deliveries; the promise resolves later to slow the publisher down (back-pressure). */
export type ReleaseDeliveries = () => MaybePromise<void>;

/** Decides when and how after-commit listeners are called. */
export interface AfterCommitDelivery {
  /**
   * Accepts an event; called inside `publish`, before any listener is called.
   *
   * @returns a function to call once the listeners inside `publish` have run: the after-commit listeners are then
   *   called when the publisher's transaction has committed, or at once without a transaction
   */
  schedule(pending: PendingEvent): MaybePromise<ReleaseDeliveries>;
  /** Resolves when all listeners that are due have been called. */
  settled(): Promise<void>;
}

/** Identifier of the {@linkcode AfterCommitDelivery} bean; a store of publications replaces the default. */
export const AfterCommitDelivery: ServiceIdentifier<AfterCommitDelivery> = token<AfterCommitDelivery>(
  "AfterCommitDelivery",
);
