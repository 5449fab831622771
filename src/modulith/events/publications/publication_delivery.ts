import type { Lifecycle, Logger } from "../../../kernel/mod.ts";
import { Deliveries } from "../deliveries.ts";
import type { DeliveryScope } from "../event_observer.ts";
import type { ListenerTransactions } from "../listener_transactions.ts";
import type { RegisteredListener } from "../registered_listener.ts";
import type { EventPublicationStore, Lease } from "./event_publication_store.ts";
import { LeaseKeeper } from "./lease_keeper.ts";
import { pauseAfter, type PublicationSettings } from "./publication_settings.ts";

/** A publication that this instance holds, and how to tell its listener. */
export interface HeldPublication {
  readonly id: string;
  /** How often the listener was told, this time included. */
  readonly attempt: number;
  readonly listener: RegisteredListener;
  readonly scope: DeliveryScope;
  /** The event; made from its text where it comes from the store. */
  event(): object;
}

/** What {@linkcode PublicationDelivery} works with. */
export interface PublicationDeliveryParts {
  readonly store: EventPublicationStore;
  readonly transactions: ListenerTransactions;
  readonly settings: PublicationSettings;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
}

/** Somebody else took a publication over while its listener was at work. */
class LeaseLostError extends Error {}

/** Tells listeners of the publications that this instance holds, and writes down how it went. */
export class PublicationDelivery {
  readonly deliveries: Deliveries;
  readonly store: EventPublicationStore;
  readonly transactions: ListenerTransactions;
  readonly settings: PublicationSettings;
  readonly logger: Logger;
  readonly #leases: LeaseKeeper;

  /** @param parts store, transactions, settings */
  constructor(parts: PublicationDeliveryParts) {
    this.deliveries = new Deliveries(parts.lifecycle);
    this.store = parts.store;
    this.transactions = parts.transactions;
    this.settings = parts.settings;
    this.logger = parts.logger;
    this.#leases = new LeaseKeeper({ store: this.store, logger: this.logger, leaseMs: this.settings.leaseMs });
  }

  /** What this instance holds publications by, from now on for the length of a lease. */
  lease(): Lease {
    return this.#leases.lease();
  }

  /** Starts telling the listener of a publication. */
  start(held: HeldPublication): void {
    this.#leases.keep(held);
    this.deliveries.start(async () => {
      try {
        await held.scope.run(() => this.#deliver(held));
      } catch (error) {
        // The store could not be reached: the publication stays held until its lease is over, then it is due again.
        this.logger.error(`Cannot write down how listener "${held.listener.id}" went`, { id: held.id, error });
      } finally {
        this.#leases.letGo(held);
      }
    });
  }

  /** Resolves when every delivery has ended, and nothing is left to be said to the store. */
  async settled(): Promise<void> {
    await this.deliveries.settled();
    await this.#leases.settled();
  }

  /** Lets go of what listeners could not finish while the application stopped. */
  close(): void {
    const count = this.#leases.close();
    if (count === 0) return;
    this.logger.warn(`Stopping with ${count} listener(s) at work: they are told again when the lease is over`);
  }

  async #deliver(held: HeldPublication): Promise<void> {
    const { store, logger } = this;
    if (!await store.begin(held.id, this.lease())) return;
    try {
      await this.#handle(held);
    } catch (error) {
      if (error instanceof LeaseLostError) {
        logger.warn(`Listener "${held.listener.id}" took so long that another instance took over`, { id: held.id });
      } else await this.#failed(held, error);
    }
  }

  /** Where the listener has a transaction, the publication is completed in it: both are kept, or neither. */
  async #handle({ id, listener, event }: HeldPublication): Promise<void> {
    const { transactions, settings: { completionMode }, store } = this;
    const complete = async () => {
      if (!await store.complete(id, this.lease(), completionMode)) throw new LeaseLostError();
    };
    if (listener.transaction === "none") {
      await listener.invoke(event(), id);
      await transactions.run(complete);
      return;
    }
    await transactions.run(async () => {
      await listener.invoke(event(), id);
      await complete();
    });
  }

  async #failed({ id, listener, attempt }: HeldPublication, error: unknown): Promise<void> {
    const { store, settings, logger } = this;
    const failure = failureText(error);
    const isLast = attempt >= settings.maxAttempts;
    const lease = this.lease();
    const retry = isLast ? {} : { retryAt: lease.now + pauseAfter(attempt, settings) };
    await store.fail(id, lease, { failure, ...retry });
    const fields = { id, attempt, error };
    if (isLast) {
      logger.error(`Listener "${listener.id}" failed ${attempt} time(s): its publication is given up`, fields);
    } else logger.warn(`Listener "${listener.id}" failed and is tried again`, fields);
  }
}

/** What a listener failed with, whatever it threw; without the one character that PostgreSQL can't keep. */
function failureText(error: unknown): string {
  const text = error instanceof Error
    ? `${error.name}: ${error.message}`
    : typeof error === "string"
    ? error
    : Deno.inspect(error);
  return text.replaceAll("\0", "");
}
