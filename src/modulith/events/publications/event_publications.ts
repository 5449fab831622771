import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";
import type { EventPublicationFilter, EventPublicationStore, PublicationBacklog } from "./event_publication_store.ts";
import type { Resubmission } from "./resubmission.ts";

/** Most publications that one statement deletes. */
const deletedAtOnce = 1_000;

/** The stored publications: what is open, what failed, what to do about it. The class is its own identifier. */
export class EventPublications {
  readonly #store: EventPublicationStore;
  readonly #resubmission: Resubmission;

  /**
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
    const { limit = 1 } = filter;
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw new RangeError(`Cannot find publications as "limit" must be an integer >= 1: current value is ${limit}`);
    }
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

  async #deleteAll(deleteSome: () => Promise<number>): Promise<number> {
    for (let count = 0;;) {
      const deleted = await deleteSome();
      count += deleted;
      if (deleted < deletedAtOnce) return count;
    }
  }
}
