import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";
import type {
  EventPublicationFilter,
  EventPublicationStore,
  PublicationBacklog,
  PublicationPosition,
} from "./event_publication_store.ts";
import type { Resubmission } from "./resubmission.ts";

/** Which publications are delivered again or deleted. */
export interface PublicationSelection extends EventPublicationFilter {
  /** Asked of each that fits the filter; the limit counts those for which it is true. By default there is no limit. */
  readonly where?: (publication: EventPublication) => boolean;
}

/** Most publications that one statement deletes. */
const deletedAtOnce = 1_000;

/** The stored publications: what is open, what failed, what to do about it. The class is its own identifier. */
export class EventPublications {
  readonly #store: EventPublicationStore;
  readonly #resubmission: Resubmission;

  /**
   * Creates the publications.
   *
   * @param store holds the publications
   * @param resubmission takes up what is due
   */
  constructor(store: EventPublicationStore, resubmission: Resubmission) {
    this.#store = store;
    this.#resubmission = resubmission;
  }

  /**
   * Finds publications, the oldest first.
   *
   * @param filter status, listener, how many
   * @throws RangeError when the limit is no integer from 1
   */
  async find(filter: EventPublicationFilter = {}): Promise<EventPublication[]> {
    requireLimit(filter.limit ?? 1);
    return await this.#store.find(filter);
  }

  /** How many publications are in each status, with those that were archived. */
  counts(): Promise<Partial<Record<EventPublicationStatus, number>>> {
    return this.#store.counts();
  }

  /** What is not completed, counted cheaply: for metrics and health checks. */
  backlog(): Promise<PublicationBacklog> {
    return this.#store.backlog();
  }

  /**
   * A publication by its id, also an archived one.
   *
   * @param id the publication
   */
  get(id: string): Promise<EventPublication | undefined> {
    return this.#store.get(id);
  }

  /** Delivers what is due now, without waiting for the next check. @returns how many publications were taken up */
  resubmitDue(): Promise<number> {
    return this.#resubmission.runAfresh();
  }

  /**
   * Delivers failed or abandoned publications again, whenever they were due.
   *
   * @param ids the publications
   * @returns how many there were
   */
  async resubmit(...ids: readonly string[]): Promise<number> {
    const count = await this.#store.makeDue(ids);
    if (count > 0) await this.#resubmission.runAfresh();
    return count;
  }

  /**
   * Delivers failed or abandoned publications again that fit a filter, the oldest first.
   *
   * @param filter status (by default `FAILED` and `ABANDONED`), listener, class, age, a predicate; at most `limit`
   * @returns how many there were
   * @throws RangeError when the limit is no integer from 1
   */
  async resubmitMatching(filter: PublicationSelection = {}): Promise<number> {
    const statuses = filter.status === undefined ? ["FAILED", "ABANDONED"] as const : [filter.status];
    let count = 0;
    for await (const ids of this.#select(statuses, filter)) count += await this.#store.makeDue(ids);
    if (count > 0) await this.#resubmission.runAfresh();
    return count;
  }

  /**
   * Deletes completed or abandoned publications that fit a filter.
   *
   * @param filter status (by default `COMPLETED` and `ABANDONED`), listener, class, age, a predicate; at most `limit`
   * @returns how many there were
   * @throws RangeError when the limit is no integer from 1
   */
  async deleteMatching(filter: PublicationSelection = {}): Promise<number> {
    const statuses = filter.status === undefined ? ["COMPLETED", "ABANDONED"] as const : [filter.status];
    let count = 0;
    for await (const ids of this.#select(statuses, filter)) count += await this.#store.deleteEnded(ids);
    return count;
  }

  /**
   * Gives up failed publications: they stay, and are not tried again.
   *
   * @param ids the publications
   * @returns how many there were
   */
  giveUp(...ids: readonly string[]): Promise<number> {
    return this.#store.giveUp(ids);
  }

  /**
   * Deletes publications that are completed or given up; others may still be handled.
   *
   * @param ids the publications
   * @returns how many there were
   */
  delete(...ids: readonly string[]): Promise<number> {
    return this.#store.deleteEnded(ids);
  }

  /**
   * Deletes completed publications.
   *
   * @param olderThanMs those that were completed at least so long ago, in milliseconds
   * @returns how many there were
   * @throws RangeError when the time is no finite number
   */
  async deleteCompleted(olderThanMs: number): Promise<number> {
    if (!Number.isFinite(olderThanMs)) {
      throw new RangeError(
        `Cannot delete publications as "olderThanMs" must be a finite number: current value is ${olderThanMs}`,
      );
    }
    return await this.#deleteAll(() => this.#store.deleteCompleted(Math.ceil(olderThanMs), deletedAtOnce));
  }

  /** The ids that fit, in portions. */
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
