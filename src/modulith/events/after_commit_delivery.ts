import type { ServiceIdentifier } from "../../../deps.ts";
import { type MaybePromise, token } from "../../kernel/mod.ts";
import type { DeliveryScope } from "./event_observer.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** An event on its way to the listeners that wait for the commit. */
export interface PendingEvent {
  /** The event. */
  readonly event: object;
  /** The listeners that wait for it. */
  readonly listeners: readonly RegisteredListener[];
  /** What the publisher was doing. */
  readonly scope: DeliveryScope;
}

/** Lets listeners be told; resolves later where the publisher should be slowed down. */
export type ReleaseDeliveries = () => MaybePromise<void>;

/** Decides when and how listeners are told that wait for the commit. */
export interface AfterCommitDelivery {
  /**
   * Takes over an event; called inside `publish`, before any listener is told.
   *
   * @returns to be called when the listeners inside `publish` have been told: the others are due when the publisher's
   *   transaction has committed, or at once where there is none
   */
  schedule(pending: PendingEvent): MaybePromise<ReleaseDeliveries>;
  /** Resolves when all listeners that are due have been told. */
  settled(): Promise<void>;
}

/** Identifier of the {@linkcode AfterCommitDelivery} bean; a store of publications replaces the default. */
export const AfterCommitDelivery: ServiceIdentifier<AfterCommitDelivery> = token<AfterCommitDelivery>(
  "AfterCommitDelivery",
);
