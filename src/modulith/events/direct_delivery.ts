import type { EventsProperties, Lifecycle, Logger } from "../../kernel/mod.ts";
import type { AfterCommitDelivery, PendingEvent, ReleaseDeliveries } from "./after_commit_delivery.ts";
import { isStoreBusy } from "./is_store_busy.ts";
import type { ListenerTransactions } from "./listener_transactions.ts";
import { NotAttemptedError } from "./not_attempted_error.ts";
import type { RegisteredListener } from "./registered_listener.ts";
import { AfterCommitBatches } from "./scheduling/after_commit_batches.ts";
import { Backpressure } from "./scheduling/backpressure.ts";
import type { DeliveryJob, JobOutcome } from "./scheduling/delivery_lane.ts";
import type { DeliveryLimits } from "./scheduling/delivery_limits.ts";
import { DeliveryScheduler } from "./scheduling/delivery_scheduler.ts";
import { ListenerCalls } from "./scheduling/listener_calls.ts";

/** The collaborators of a {@linkcode DirectDelivery}. */
export interface DirectDeliveryParts {
  /** Reports the commit of the publisher's transaction, and opens a transaction for each listener. */
  readonly transactions: ListenerTransactions;
  readonly limits: DeliveryLimits;
  readonly properties: EventsProperties;
  /** Waits for listeners when the application stops. */
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
}

/** Calls after-commit listeners from memory: nothing is stored, and a failure is logged but not retried. */
export class DirectDelivery implements AfterCommitDelivery {
  readonly #parts: DirectDeliveryParts;
  readonly #scheduler: DeliveryScheduler;
  readonly #batches: AfterCommitBatches<DeliveryJob>;
  readonly #calls: ListenerCalls;

  /** @param parts transactions, limits */
  constructor(parts: DirectDeliveryParts) {
    this.#parts = parts;
    this.#scheduler = new DeliveryScheduler(parts.limits, parts.lifecycle);
    this.#calls = new ListenerCalls(parts.properties, parts.logger);
    const backpressure = new Backpressure(this.#scheduler, parts.properties);
    this.#batches = new AfterCommitBatches(parts.transactions, (jobs) => {
      for (const job of jobs) this.#scheduler.add(job);
      return backpressure.admit();
    });
  }

  schedule({ event, listeners, scope }: PendingEvent): ReleaseDeliveries {
    return this.#batches.add(listeners.map((listener) => ({
      listener,
      key: listener.keyOf(event),
      run: () => this.#deliver(listener, { event, scope }),
    })));
  }

  settled(): Promise<void> {
    return this.#scheduler.settled();
  }

  /** Stops starting listeners. */
  close(): void {
    const count = this.#scheduler.close();
    this.#calls.close();
    if (count > 0) {
      this.#parts.logger.error(
        `Stopping with ${count} undelivered event(s), which are lost as events are not stored`,
      );
    }
  }

  async #deliver(listener: RegisteredListener, published: Pick<PendingEvent, "event" | "scope">): Promise<JobOutcome> {
    const { event, scope } = published;
    const { transactions, logger } = this.#parts;
    let hasStarted = false;
    const tell = async () => {
      hasStarted = true;
      await this.#calls.call({ listener, publicationId: crypto.randomUUID(), event: () => event });
    };
    try {
      await scope.run(() => listener.transaction === "new" ? transactions.run(tell) : tell());
    } catch (error) {
      // Waiting for a connection or a broker does not count as an attempt.
      if (error instanceof NotAttemptedError || !hasStarted && isStoreBusy(error)) {
        logger.warn(`Listener "${listener.id}" waits`, { error });
        return "again";
      }
      logger.error(`Listener "${listener.id}" failed and is not tried again, as publications are not stored`, {
        event: event.constructor.name,
        error,
      });
    }
    return "done";
  }
}
