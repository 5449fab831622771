import type { ServiceIdentifier } from "../../../deps.ts";
import { type MaybePromise, token } from "../../kernel/mod.ts";

/** Receives purges of other instances. */
export interface PurgeListener {
  /** Other instances have purged tags. */
  purged(tags: readonly string[]): void;
  /** Purges may have been missed, so that all cached responses count as stale. */
  missed(): void;
}

/** Carries purges between the instances of a service. Bind one to have your own. */
export interface CachePurges {
  /** Sends a purge to the other instances.
   *
   * @param tags that were purged here
   */
  publish(tags: readonly string[]): MaybePromise<void>;
  /** Subscribes to purges of the other instances.
   *
   * @param listener is called for each purge
   * @returns ends the subscription
   */
  subscribe(listener: PurgeListener): MaybePromise<AsyncDisposable>;
}

/** Identifier of the {@linkcode CachePurges} bean; without it purges stay in the process. */
export const CachePurges: ServiceIdentifier<CachePurges> = token<CachePurges>("CachePurges");
