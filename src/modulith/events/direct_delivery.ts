import type { Lifecycle, Logger } from "../../kernel/mod.ts";
import type { AfterCommitDelivery, PendingEvent } from "./after_commit_delivery.ts";
import { Deliveries } from "./deliveries.ts";
import type { ListenerTransactions } from "./listener_transactions.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** Tells listeners after the commit from memory: nothing is stored, a failure is logged and not tried again. */
export class DirectDelivery implements AfterCommitDelivery {
  readonly #transactions: ListenerTransactions;
  readonly #logger: Logger;
  readonly #deliveries: Deliveries;

  /**
   * @param transactions tells when the publisher's transaction has committed, and opens one for each listener
   * @param lifecycle waits for listeners when the application stops
   * @param logger is told of failures
   */
  constructor(transactions: ListenerTransactions, lifecycle: Lifecycle, logger: Logger) {
    this.#transactions = transactions;
    this.#deliveries = new Deliveries(lifecycle);
    this.#logger = logger;
  }

  schedule({ event, listeners, scope }: PendingEvent): () => void {
    return () =>
      this.#transactions.afterCommit(() => {
        for (const listener of listeners) {
          this.#deliveries.start(() => this.#deliver(listener, { event, scope }));
        }
      });
  }

  settled(): Promise<void> {
    return this.#deliveries.settled();
  }

  async #deliver(listener: RegisteredListener, { event, scope }: Pick<PendingEvent, "event" | "scope">): Promise<void> {
    try {
      const invoke = async () => void await listener.invoke(event, crypto.randomUUID());
      await scope.run(() => listener.transaction === "new" ? this.#transactions.run(invoke) : invoke());
    } catch (error) {
      this.#logger.error(`Listener "${listener.id}" failed and is not tried again, as publications are not stored`, {
        event: event.constructor.name,
        error,
      });
    }
  }
}
