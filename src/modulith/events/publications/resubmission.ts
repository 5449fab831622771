import { inRootContext } from "../../../context/mod.ts";
import { timerLimitMs } from "../../../kernel/mod.ts";
import type { EventListenerRegistry } from "../event_listener_registry.ts";
import { type EventObserver, nestedScope } from "../event_observer.ts";
import type { EventCodec } from "./event_codec.ts";
import type { ClaimedPublication, DuePublication, ListenerRoom } from "./event_publication_store.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";
import { pauseAfter } from "./publication_settings.ts";
import { Wakeup } from "./wakeup.ts";

/** The collaborators of {@linkcode Resubmission}. */
export interface ResubmissionParts {
  readonly delivery: PublicationDelivery;
  readonly codec: EventCodec;
  readonly registry: EventListenerRegistry;
  readonly observers: readonly EventObserver[];
}

/** Factor by which the check interval grows if the database notifies instances of work. */
const rarerWhenNotified = 12;

/**
 * Claims due publications from the store: when it is woken, and periodically until the application stops. It claims no
 * more than the free capacity of the listeners.
 */
export class Resubmission {
  readonly #parts: ResubmissionParts;
  readonly #wakeup = new Wakeup();
  /** Ids of unknown listeners that have waiting publications. */
  #unknown: readonly string[] = [];
  #searching: Promise<unknown> = Promise.resolve();
  /** Listeners that have, or may have, more publications in the store than could be claimed. */
  #behind = new Set<string>();
  #backlog = 0;
  #isStopped = false;
  #isNotified = false;
  #cycle: Promise<void> | undefined;

  /** @param parts store, listeners, settings */
  constructor(parts: ResubmissionParts) {
    this.#parts = parts;
    const { delivery } = parts;
    delivery.onWork = (listenerId, afterMs = 0) => {
      if (afterMs > 0) return this.#wakeup.in(afterMs);
      this.#behind.add(listenerId);
      this.#backlog++;
      this.#wakeup.in(0);
    };
    const enough = Math.max(1, Math.floor(delivery.settings.batchSize / 2));
    delivery.scheduler.onChange = () => {
      if (this.#behind.values().some((id) => delivery.room(id) >= enough)) this.#wakeup.in(0);
    };
  }

  /** Approximate number of publications in the store for listeners that are running. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Whether publications of a listener wait in the store; these must be delivered before new ones. */
  isBehind(listenerId: string): boolean {
    return this.#behind.has(listenerId);
  }

  /** Claims due publications now, and periodically from now on. */
  start(): void {
    const { delivery: { store } } = this.#parts;
    store.onWork({
      notified: () => this.#wakeup.in(0),
      changed: (isListening) => {
        this.#isNotified = isListening;
        // Notifications before this point were missed, so search at once.
        this.#wakeup.in(0);
      },
    });
    this.#cycle = inRootContext(() => this.#run());
  }

  /** Searches the store soon. */
  wake(): void {
    this.#wakeup.in(0);
  }

  /** Stops claiming publications; those already claimed are still delivered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wakeup.close();
    await this.#cycle;
    await this.#searching;
  }

  /**
   * Claims all due publications, in batches.
   *
   * @returns the number of claimed publications
   */
  async runAfresh(): Promise<number> {
    await this.findUnknown();
    const { scheduler } = this.#parts.delivery;
    for (let count = 0;;) {
      count += await this.#search();
      if (this.#isStopped || !this.#hasMore) return count;
      await scheduler.changed();
    }
  }

  /** Whether a running listener has more publications; listeners whose jobs can't start at present are ignored. */
  get #hasMore(): boolean {
    const { scheduler } = this.#parts.delivery;
    return this.#behind.values().some((id) => scheduler.load(id) !== Infinity);
  }

  /** Claims publications that were left in the store, as far as capacity allows. @returns whether there were any */
  async catchUp(): Promise<boolean> {
    if (!this.#hasMore || this.#isStopped) return false;
    return await this.runAfresh() > 0;
  }

  /** Finds waiting publications of listeners that this application does not have. */
  async findUnknown(): Promise<void> {
    const { delivery: { store }, registry } = this.#parts;
    this.#unknown = (await store.waitingListeners()).filter((id) => registry.byId(id) === undefined);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#search();
      await this.#wakeup.next(this.#intervalMs);
    }
  }

  get #intervalMs(): number {
    const { checkIntervalMs } = this.#parts.delivery.settings;
    return Math.min(timerLimitMs - 1, this.#isNotified ? rarerWhenNotified * checkIntervalMs : checkIntervalMs);
  }

  #search(): Promise<number> {
    const search = this.#searching.then(() => this.#isStopped ? 0 : this.#takeUp());
    this.#searching = search;
    return search;
  }

  async #takeUp(): Promise<number> {
    const { delivery: { store, logger, settings: { maxAttempts }, leases, schedules } } = this.#parts;
    const rooms = this.#rooms();
    try {
      const found = (await store.findDue(rooms.filter(({ limit }) => limit > 0))).filter(({ id }) => !leases.holds(id));
      const isExhausted = ({ listenerId, completionAttempts }: DuePublication) =>
        completionAttempts >= maxAttempts && !schedules.has(listenerId);
      const due = found.filter((publication) => !isExhausted(publication));
      await this.#abandon(found.filter(isExhausted));
      const claimed = due.length === 0 ? [] : await store.claim(due.map(({ id }) => id), leases.owner);
      for (const publication of claimed) await this.#resubmit(publication);
      await this.#countMore(rooms, found);
      return claimed.length;
    } catch (error) {
      this.#behind.clear();
      // While the application stops, the store may be closed already.
      if (!this.#isStopped) logger.error("Cannot claim event publications", { error });
      return 0;
    }
  }

  #rooms(): ListenerRoom[] {
    const { delivery, registry } = this.#parts;
    const known = registry.listeners.filter(({ phase }) => phase === "afterCommit").flatMap(({ id, formerIds }) =>
      [id, ...formerIds].map((listenerId) => ({ listenerId, limit: delivery.room(id) }))
    );
    return [...known, ...this.#unknown.map((listenerId) => ({ listenerId, limit: delivery.settings.batchSize }))];
  }

  async #countMore(rooms: readonly ListenerRoom[], found: readonly DuePublication[]): Promise<void> {
    const { delivery: { store, scheduler, properties: { maxBacklog } }, registry } = this.#parts;
    const counts = Map.groupBy(found, ({ listenerId }) => listenerId);
    const full = rooms.map(({ listenerId, limit }) => ({ listenerId, limit, lane: registry.byId(listenerId)?.id }))
      .filter(({ listenerId, limit, lane }) => lane !== undefined && (counts.get(listenerId)?.length ?? 0) >= limit);
    this.#behind = new Set(full.map(({ lane }) => lane!));
    // Publications of a listener that can't start must not slow down publishers of other events.
    const atWork = full.filter(({ lane }) => scheduler.load(lane!) !== Infinity).map(({ listenerId }) => listenerId);
    this.#backlog = atWork.length === 0 ? 0 : await store.waiting(atWork, maxBacklog + 1);
  }

  async #abandon(exhausted: readonly DuePublication[]): Promise<void> {
    if (exhausted.length === 0) return;
    const { delivery: { store, logger, settings: { maxAttempts } } } = this.#parts;
    const abandoned = new Set(await store.abandonDue(exhausted.map(({ id }) => id)));
    for (const { id, listenerId } of exhausted) {
      if (!abandoned.has(id)) continue;
      logger.error(`Listener "${listenerId}" did not finish ${maxAttempts} time(s): its publication is abandoned`, {
        id,
      });
    }
  }

  async #resubmit(publication: ClaimedPublication): Promise<void> {
    const { registry, codec, delivery, observers } = this.#parts;
    const { id, listenerId, traceparent, completionAttempts: attempts, key } = publication;
    const listener = registry.byId(listenerId);
    if (listener === undefined) return await this.#failUnknown(publication, `There is no listener "${listenerId}"`);
    // The event belongs to another publisher: the async context of the current caller must not reach the listener.
    inRootContext(() => {
      const scope = nestedScope(observers.flatMap((observer) => observer.resume?.(traceparent, listener) ?? []));
      // The event is deserialized within the attempt, so that an error there is handled like that of the listener.
      delivery.add({ id, listener, listenerId, scope, attempts, key, event: () => codec.decode(publication) });
    });
  }

  /**
   * Retries later, like a failure: another version of the application, which is being rolled out, may have the
   * listener.
   */
  async #failUnknown({ id, completionAttempts }: ClaimedPublication, failure: string): Promise<void> {
    const { delivery: { store, settings, logger, leases } } = this.#parts;
    const attempt = completionAttempts + 1;
    if (!await store.begin(id, leases.owner, attempt)) return;
    const retry = attempt >= settings.maxAttempts ? {} : { retryInMs: pauseAfter(attempt, settings) };
    await store.fail(id, leases.owner, { failure, ...retry });
    logger.error(`Cannot deliver an event publication: ${failure}`, { id });
  }
}
