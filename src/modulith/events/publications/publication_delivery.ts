import type { EventsProperties, Lifecycle, Logger } from "../../../kernel/mod.ts";
import type { DeliveryScope } from "../event_observer.ts";
import { isStoreBusy } from "../is_store_busy.ts";
import type { ListenerTransactions } from "../listener_transactions.ts";
import { NotAttemptedError } from "../not_attempted_error.ts";
import type { RegisteredListener } from "../registered_listener.ts";
import type { Schedules } from "../scheduled/schedules.ts";
import type { JobOutcome } from "../scheduling/delivery_lane.ts";
import type { DeliveryLimits } from "../scheduling/delivery_limits.ts";
import { DeliveryScheduler } from "../scheduling/delivery_scheduler.ts";
import { ListenerCalls, ListenerTimeoutError } from "../scheduling/listener_calls.ts";
import type { EventPublicationStore } from "./event_publication_store.ts";
import { type Attempt, FirstAttempts } from "./first_attempts.ts";
import { LeaseKeeper } from "./lease_keeper.ts";
import { OutcomeWriter } from "./outcome_writer.ts";
import { pauseAfter, type PublicationSettings } from "./publication_settings.ts";

/** A publication that this instance holds, with its listener. */
export interface HeldPublication {
  readonly id: string;
  /** The number of attempts so far. */
  readonly attempts: number;
  readonly listener: RegisteredListener;
  /** The listener id under which the publication is stored, possibly a former one. */
  readonly listenerId: string;
  readonly key: string | undefined;
  readonly scope: DeliveryScope;
  /** Returns the event, deserialized if it comes from the store. */
  event(): object;
}

/** The collaborators of {@linkcode PublicationDelivery}. */
export interface PublicationDeliveryParts {
  readonly store: EventPublicationStore;
  readonly transactions: ListenerTransactions;
  readonly settings: PublicationSettings;
  readonly properties: EventsProperties;
  readonly limits: DeliveryLimits;
  readonly schedules: Schedules;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
}

/** Another instance claimed the publication while its listener was running. */
class LeaseLostError extends Error {}

/** Delivers the publications that this instance holds to their listeners, and stores the outcomes. */
export class PublicationDelivery {
  readonly scheduler: DeliveryScheduler;
  readonly store: EventPublicationStore;
  readonly transactions: ListenerTransactions;
  readonly settings: PublicationSettings;
  readonly properties: EventsProperties;
  readonly logger: Logger;
  readonly schedules: Schedules;
  readonly leases: LeaseKeeper;
  readonly calls: ListenerCalls;
  /** Called when the store has a publication for a listener, due in `afterMs` milliseconds or now. */
  onWork: (listenerId: string, afterMs?: number) => void = () => {};
  readonly #outcomes: OutcomeWriter;
  readonly #firstAttempts: FirstAttempts;
  readonly #running = new Set<string>();

  /** @param parts store, transactions, settings */
  constructor(parts: PublicationDeliveryParts) {
    const { store, logger, properties, settings: { leaseMs } } = parts;
    this.scheduler = new DeliveryScheduler(parts.limits, parts.lifecycle);
    this.store = store;
    this.transactions = parts.transactions;
    this.settings = parts.settings;
    this.properties = properties;
    this.logger = logger;
    this.schedules = parts.schedules;
    this.leases = new LeaseKeeper({ store, logger, leaseMs });
    this.calls = new ListenerCalls(properties, logger);
    this.#outcomes = new OutcomeWriter(logger);
    this.#firstAttempts = new FirstAttempts({ store, owner: this.leases.owner, leaseMs });
  }

  /** The number of publications that this instance can still claim for a listener. */
  room(listenerId: string): number {
    return Math.max(0, this.settings.batchSize - this.scheduler.load(listenerId));
  }

  /** Delivers a publication when it is its turn. */
  add(held: HeldPublication): void {
    const { id, listener, key } = held;
    if (this.leases.holds(id)) return;
    this.leases.keep(id);
    // A publication with a key waits for the one before, and a scheduled task has one run: neither is recorded ahead.
    if (key === undefined && !this.schedules.has(listener.id)) this.#firstAttempts.add(attemptOf(held));
    this.scheduler.add({ listener, key, run: () => this.#run(held) });
  }

  /** Releases publications that exceed the capacity of this instance. */
  async release(publications: readonly Pick<HeldPublication, "id" | "listenerId" | "key">[]): Promise<void> {
    try {
      await this.store.release(publications.map(({ id }) => id), this.leases.owner);
      await this.offerTurns(publications);
    } catch (error) {
      // The lease keeper finds them as strays after the duration of a lease.
      this.logger.warn("Cannot release event publications to other instances", { error });
    }
  }

  /** Makes the first publication of each key due, and notifies all instances of the work. */
  async offerTurns(publications: readonly Pick<HeldPublication, "listenerId" | "key">[]): Promise<void> {
    const turns = new Map(
      publications.map(({ listenerId, key }) => [JSON.stringify([listenerId, key]), { listenerId, key }]),
    );
    for (const { listenerId, key } of turns.values()) {
      if (key !== undefined) await this.store.promote(listenerId, key);
    }
    for (const { listenerId } of publications) this.onWork(listenerId);
    await this.store.notifyWork();
  }

  /** Resolves when every delivery has ended and its outcome is stored. */
  async settled(): Promise<void> {
    await this.scheduler.settled();
    await this.leases.settled();
  }

  /** Stops delivering and releases the publications that were not started. */
  async close(): Promise<void> {
    this.scheduler.close();
    this.#outcomes.close();
    this.calls.close();
    const held = await this.leases.close();
    const atWork = held.filter((id) => this.#running.has(id)).length;
    if (atWork > 0) {
      this.logger.warn(`Stopping with ${atWork} listener(s) at work: they are called again when the lease expires`);
    }
    const waiting = held.filter((id) => !this.#running.has(id));
    // If the database is closed already, the lease expires instead.
    if (waiting.length > 0) await this.store.release(waiting, this.leases.owner).catch(() => undefined);
    if (atWork === 0) await this.store.leave(this.leases.owner).catch(() => undefined);
  }

  async #run(held: HeldPublication): Promise<JobOutcome> {
    const { id } = held;
    this.#running.add(id);
    const outcome = await this.#deliver(held);
    this.#running.delete(id);
    if (outcome === "done") {
      this.leases.letGo(id);
      await this.#nextOfKey(held);
    }
    return outcome;
  }

  async #deliver(held: HeldPublication): Promise<JobOutcome> {
    const { store, logger, leases: { owner } } = this;
    const { id, listener: { id: listenerId }, attempts, key } = held;
    const attempt = attempts + 1;
    try {
      if (!await this.#firstAttempts.begin(attemptOf(held))) {
        if (key !== undefined) await store.defer(id, owner);
        return "done";
      }
    } catch (error) {
      logger.warn(`Listener "${listenerId}" waits, as its publication could not be marked`, { id, error });
      return "again";
    }
    const began = performance.now();
    try {
      await held.scope.run(() => this.#handle(held));
      this.#firstAttempts.took(listenerId, performance.now() - began);
    } catch (error) {
      // Waiting for a connection or a broker does not count as an attempt.
      if (error instanceof NotAttemptedError) {
        logger.warn(`Listener "${listenerId}" waits`, { id, error });
        return "again";
      }
      if (error instanceof LeaseLostError) {
        logger.warn(`Listener "${listenerId}" took so long that another instance took its publication over`, { id });
      } else if (this.schedules.has(listenerId)) await this.#runFailed(held, error);
      else await this.#failed(held, attempt, error);
    }
    return "done";
  }

  /**
   * Calls the listener. If it has a transaction, the publication is completed in it, so that both commit or neither
   * does.
   */
  async #handle({ id, listener, event }: HeldPublication): Promise<void> {
    const { transactions } = this;
    const complete = () => this.#complete(id, listener);
    if (listener.transaction === "none") {
      await this.calls.call({ listener, publicationId: id, event });
      if (await this.#outcomes.write(complete, id) === false) throw new LeaseLostError();
      return;
    }
    let hasStarted = false;
    try {
      await transactions.run(async () => {
        hasStarted = true;
        await this.calls.call({ listener, publicationId: id, event });
        if (!await complete()) throw new LeaseLostError();
      });
    } catch (error) {
      if (!hasStarted && isStoreBusy(error)) throw new NotAttemptedError(error);
      throw error;
    }
  }

  async #complete(id: string, { id: listenerId }: RegisteredListener): Promise<boolean> {
    const { settings: { completionMode }, store, schedules, leases: { owner } } = this;
    if (!schedules.has(listenerId)) return await store.complete(id, owner, completionMode);
    const nextMs = await schedules.next(listenerId, owner);
    if (nextMs !== undefined) this.onWork(listenerId, nextMs + 5);
    return nextMs !== undefined;
  }

  /** Stores the next run: a failed run of a scheduled task is not retried. */
  async #runFailed({ id, listener }: HeldPublication, error: unknown): Promise<void> {
    const { schedules, leases: { owner }, logger } = this;
    logger.error(`Scheduled task "${listener.id}" failed: it runs again at its next time`, { error });
    await this.#outcomes.write(async () => {
      const nextMs = await schedules.next(listener.id, owner, failureText(error));
      if (nextMs !== undefined) this.onWork(listener.id, nextMs + 5);
      return nextMs !== undefined;
    }, id);
  }

  async #failed({ id, listener }: HeldPublication, attempt: number, error: unknown): Promise<void> {
    const { settings, logger, store, leases, properties: { onListenerTimeout } } = this;
    const failure = failureText(error);
    const isLast = attempt >= settings.maxAttempts ||
      (error instanceof ListenerTimeoutError && onListenerTimeout === "abandon");
    const retryInMs = pauseAfter(attempt, settings);
    await this.#outcomes.write(() => store.fail(id, leases.owner, { failure, ...(isLast ? {} : { retryInMs }) }), id);
    const fields = { id, attempt, error };
    if (isLast) {
      logger.error(`Listener "${listener.id}" failed ${attempt} time(s): its publication is abandoned`, fields);
      return;
    }
    logger.warn(`Listener "${listener.id}" failed and is tried again`, fields);
    // 5 ms later, so that the stored due date has passed on the database's clock.
    this.onWork(listener.id, retryInMs + 5);
  }

  async #nextOfKey({ listenerId, key }: HeldPublication): Promise<void> {
    if (key === undefined) return;
    try {
      if (await this.store.promote(listenerId, key)) this.onWork(listenerId);
    } catch (error) {
      this.logger.warn(`Cannot look for the next event of a key of listener "${listenerId}"`, { error });
    }
  }
}

function attemptOf({ id, listener, attempts }: HeldPublication): Attempt {
  return { id, listenerId: listener.id, attempts };
}

/** Describes the thrown value, without NUL characters, which PostgreSQL can't store. */
function failureText(error: unknown): string {
  const text = error instanceof Error
    ? `${error.name}: ${error.message}`
    : typeof error === "string"
    ? error
    : Deno.inspect(error);
  return text.replaceAll("\0", "");
}
