import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";
import type {
  EventPublicationFilter,
  EventPublicationStore,
  PublicationBacklog,
  PublicationPosition,
} from "./event_publication_store.ts";
import type { Resubmission } from "./resubmission.ts";

/** Selects the publications to deliver again or to delete. */
export interface PublicationSelection extends EventPublicationFilter {
  /**
   * Further predicate on publications that match the filter; only matches count towards `limit`, which is unlimited by
   * default.
   */
  readonly where?: (publication: EventPublication) => boolean;
}

/** Maximum number of publications that one statement deletes. */
const deletedAtOnce = 1_000;

/** Finds, resubmits, abandons and deletes stored publications. The class is its own service identifier. */
export class EventPublications {
  readonly #store: EventPublicationStore;
  readonly #resubmission: Resubmission;

  /**
   * Creates the publications.
   *
   * @param store stores the publications
   * @param resubmission delivers due publications
   */
  constructor(store: EventPublicationStore, resubmission: Resubmission) {
    this.#store = store;
    this.#resubmission = resubmission;
  }

  /**
   * Finds publications, the oldest first.
   *
   * @param filter status, listener, limit
   * @throws RangeError when the limit is not an integer >= 1
   */
  async find(filter: EventPublicationFilter = {}): Promise<EventPublication[]> {
    requireLimit(filter.limit ?? 1);
    return await this.#store.find(filter);
  }

  /** The number of publications in each status, archived ones included. */
  counts(): Promise<Partial<Record<EventPublicationStatus, number>>> {
    return this.#store.counts();
  }

  /** The open publications, counted by cheap queries, for metrics and health checks. */
  backlog(): Promise<PublicationBacklog> {
    return this.#store.backlog();
  }

  /**
   * Returns a publication by its id, also from the archive.
   *
   * @param id the id of the publication
   */
  get(id: string): Promise<EventPublication | undefined> {
    return this.#store.get(id);
  }

  /** Delivers due publications now, without waiting for the next check. @returns how many publications were claimed */
  resubmitDue(): Promise<number> {
    return this.#resubmission.runAfresh();
  }

  /**
   * Delivers failed or abandoned publications again, without waiting until they are due.
   *
   * @param ids the ids of the publications
   * @returns the number of publications
   */
  async resubmit(...ids: readonly string[]): Promise<number> {
    const count = await this.#store.makeDue(ids);
    if (count > 0) await this.#resubmission.runAfresh();
    return count;
  }

  /**
   * Delivers the failed or abandoned publications that match a filter again, the oldest first.
   *
   * @param filter status (by default `FAILED` and `ABANDONED`), listener, class, age, a predicate; at most `limit`
   * @returns the number of publications
   * @throws RangeError when the limit is not an integer >= 1
   */
  async resubmitMatching(filter: PublicationSelection = {}): Promise<number> {
    const statuses = filter.status === undefined ? ["FAILED", "ABANDONED"] as const : [filter.status];
    let count = 0;
    for await (const ids of this.#select(statuses, filter)) count += await this.#store.makeDue(ids);
    if (count > 0) await this.#resubmission.runAfresh();
    return count;
  }

  /**
   * Deletes the completed or abandoned publications that match a filter.
   *
   * @param filter status (by default `COMPLETED` and `ABANDONED`), listener, class, age, a predicate; at most `limit`
   * @returns the number of publications
   * @throws RangeError when the limit is not an integer >= 1
   */
  async deleteMatching(filter: PublicationSelection = {}): Promise<number> {
    const statuses = filter.status === undefined ? ["COMPLETED", "ABANDONED"] as const : [filter.status];
    let count = 0;
    for await (const ids of this.#select(statuses, filter)) count += await this.#store.deleteEnded(ids);
    return count;
  }

  /**
   * Abandons failed publications: they stay stored, and are not retried.
   *
   * @param ids the ids of the publications
   * @returns the number of publications
   */
  giveUp(...ids: readonly string[]): Promise<number> {
    return this.#store.giveUp(ids);
  }

  /**
   * Deletes completed and abandoned publications; others are left alone, as they may still be delivered.
   *
   * @param ids the ids of the publications
   * @returns the number of publications
   */
  delete(...ids: readonly string[]): Promise<number> {
    return this.#store.deleteEnded(ids);
  }

  /**
   * Deletes completed publications.
   *
   * @param olderThanMs minimum time since their completion, in milliseconds
   * @returns the number of publications
   * @throws RangeError when the time is not a finite number
   */
  async deleteCompleted(olderThanMs: number): Promise<number> {
    if (!Number.isFinite(olderThanMs)) {
      throw new RangeError(
        `Cannot delete publications as "olderThanMs" must be a finite number: current value is ${olderThanMs}`,
      );
    }
    return await this.#deleteAll(() => this.#store.deleteCompleted(Math.ceil(olderThanMs), deletedAtOnce));
  }

  /** The matching ids, in chunks. */
  async *#select(
    statuses: readonly EventPublicationStatus[],
    selection: PublicationSelection,
  ): AsyncGenerator<string[]> {
    const { where = () => true, limit = Infinity, status: _, ...filter } = selection;
    if (limit !== Infinity) requireLimit(limit);
    let left = limit;
    for (const status of statuses) {
      let after: PublicationPosition | undefined;
      while (left > 0) {
        const page = await this.#store.findAfter({ ...filter, status, limit: deletedAtOnce }, after);
        const fitting = page.filter(where).slice(0, left).map(({ id }) => id);
        left -= fitting.length;
        if (fitting.length > 0) yield fitting;
        const last = page.at(-1);
        if (last === undefined || page.length < deletedAtOnce) break;
        after = { time: (last.completionDate ?? last.publicationDate).getTime(), id: last.id };
      }
    }
  }

  async #deleteAll(deleteSome: () => Promise<number>): Promise<number> {
    for (let count = 0;;) {
      const deleted = await deleteSome();
      count += deleted;
      if (deleted < deletedAtOnce) return count;
    }
  }
}

function requireLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new RangeError(`Cannot find publications as "limit" must be an integer >= 1: current value is ${limit}`);
}
