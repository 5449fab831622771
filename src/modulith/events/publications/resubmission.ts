import { inRootContext } from "../../../context/mod.ts";
import { timerLimitMs } from "../../../kernel/mod.ts";
import type { EventListenerRegistry } from "../event_listener_registry.ts";
import { type EventObserver, nestedScope } from "../event_observer.ts";
import type { EventCodec } from "./event_codec.ts";
import type { ClaimedPublication, DuePublication, ListenerRoom } from "./event_publication_store.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";
import { pauseAfter } from "./publication_settings.ts";
import { Wakeup } from "./wakeup.ts";

/** What {@linkcode Resubmission} works with. */
export interface ResubmissionParts {
  readonly delivery: PublicationDelivery;
  readonly codec: EventCodec;
  readonly registry: EventListenerRegistry;
  readonly observers: readonly EventObserver[];
}

/** How much rarer the store is searched where other instances tell of work. */
const rarerWhenNotified = 12;

/**
 * Takes up what waits in the store: when somebody says that there is work, and now and then until the application stops.
 * It takes no more than there is room for.
 */
export class Resubmission {
  readonly #parts: ResubmissionParts;
  readonly #wakeup = new Wakeup();
  /** Listeners that this application does not have, for which publications wait. */
  #unknown: readonly string[] = [];
  #searching: Promise<unknown> = Promise.resolve();
  /** Listeners for which more waits in the store than there was room for, or may wait. */
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

  /** About how many publications wait in the store for listeners that are at work. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Whether publications of a listener wait in the store, which go first. */
  isBehind(listenerId: string): boolean {
    return this.#behind.has(listenerId);
  }

  /** Takes up what is due now and keeps doing so. */
  start(): void {
    const { delivery: { store } } = this.#parts;
    store.onWork({
      notified: () => this.#wakeup.in(0),
      changed: (isListening) => {
        this.#isNotified = isListening;
        // What was told before nobody heard.
        this.#wakeup.in(0);
      },
    });
    this.#cycle = inRootContext(() => this.#run());
  }

  /** Searches the store soon. */
  wake(): void {
    this.#wakeup.in(0);
  }

  /** Stops taking up work; what was taken is still delivered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wakeup.close();
    await this.#cycle;
    await this.#searching;
  }

  /**
   * Takes up what is due, in as many batches as it takes.
   *
   * @returns how many publications were taken
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

  /** Whether there is more for a listener that is at work: one whose jobs can't begin at present is not waited for. */
  get #hasMore(): boolean {
    const { scheduler } = this.#parts.delivery;
    return this.#behind.values().some((id) => scheduler.load(id) !== Infinity);
  }

  /** Takes up what was left to the store, as far as there is room. @returns whether there was something */
  async catchUp(): Promise<boolean> {
    if (!this.#hasMore || this.#isStopped) return false;
    return await this.runAfresh() > 0;
  }

  /** Finds listeners that this application does not have, for which publications wait. */
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
      // A store that is closed while the application stops is no trouble.
      if (!this.#isStopped) logger.error("Cannot take up event publications", { error });
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
    // What waits for a listener that can't begin must not slow down those who publish for others.
    const atWork = full.filter(({ lane }) => scheduler.load(lane!) !== Infinity).map(({ listenerId }) => listenerId);
    this.#backlog = atWork.length === 0 ? 0 : await store.waiting(atWork, maxBacklog + 1);
  }

  async #abandon(exhausted: readonly DuePublication[]): Promise<void> {
    if (exhausted.length === 0) return;
    const { delivery: { store, logger, settings: { maxAttempts } } } = this.#parts;
    const abandoned = new Set(await store.abandonDue(exhausted.map(({ id }) => id)));
    for (const { id, listenerId } of exhausted) {
      if (!abandoned.has(id)) continue;
      logger.error(`Listener "${listenerId}" did not finish ${maxAttempts} time(s): its publication is given up`, {
        id,
      });
    }
  }

  async #resubmit(publication: ClaimedPublication): Promise<void> {
    const { registry, codec, delivery, observers } = this.#parts;
    const { id, listenerId, traceparent, completionAttempts: attempts, key } = publication;
    const listener = registry.byId(listenerId);
    if (listener === undefined) return await this.#failUnknown(publication, `There is no listener "${listenerId}"`);
    // The event is another publisher's: nothing of the request that asked for its delivery may reach the listener.
    inRootContext(() => {
      const scope = nestedScope(observers.flatMap((observer) => observer.resume?.(traceparent, listener) ?? []));
      // An event that can't be restored fails the attempt like a listener that throws.
      delivery.add({ id, listener, listenerId, scope, attempts, key, event: () => codec.decode(publication) });
    });
  }

  /** Perhaps another version of the application, which is being rolled out, knows it: it is tried again like a failure. */
  async #failUnknown({ id, completionAttempts }: ClaimedPublication, failure: string): Promise<void> {
    const { delivery: { store, settings, logger, leases } } = this.#parts;
    const attempt = completionAttempts + 1;
    if (!await store.begin(id, leases.owner, attempt)) return;
    const retry = attempt >= settings.maxAttempts ? {} : { retryInMs: pauseAfter(attempt, settings) };
    await store.fail(id, leases.owner, { failure, ...retry });
    logger.error(`Cannot deliver an event publication: ${failure}`, { id });
  }
}
