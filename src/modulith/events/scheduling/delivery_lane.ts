import type { RegisteredListener } from "../registered_listener.ts";

/** The outcome of a job: done, or not started and to be run again after a pause. */
export type JobOutcome = "done" | "again";

/** One event for one listener. */
export interface DeliveryJob {
  readonly listener: RegisteredListener;
  /** The ordering key: jobs of a listener with the same key run one after another. */
  readonly key: string | undefined;
  /** Runs the job; must not reject. */
  run(): Promise<JobOutcome>;
}

/** Pauses of a lane whose jobs can't start, in milliseconds; each is twice as long as the one before. */
const pauses = { first: 100, longest: 10_000 };

/** The waiting and running jobs of one listener. */
export class DeliveryLane {
  readonly #limit: number;
  readonly #ready: DeliveryJob[] = [];
  /** The jobs that wait for the ready or running job of the same key. */
  readonly #chains = new Map<string, DeliveryJob[]>();
  #waiting = 0;
  #running = 0;
  #pauseMs = pauses.first;
  #isPaused = false;

  /** @param limit maximum number of jobs that run at the same time */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of jobs that are not running yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether the lane is paused because its jobs can't start at present. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Whether a job can run now. */
  get isReady(): boolean {
    return this.#ready.length > 0 && this.#running < this.#limit && !this.#isPaused;
  }

  /** Appends a job. */
  add(job: DeliveryJob): void {
    this.#waiting++;
    const chain = job.key === undefined ? undefined : this.#chains.get(job.key);
    if (chain !== undefined) return void chain.push(job);
    if (job.key !== undefined) this.#chains.set(job.key, []);
    this.#ready.push(job);
  }

  /** Removes and returns the next job; call it only if {@linkcode isReady}. */
  take(): DeliveryJob {
    this.#waiting--;
    this.#running++;
    return this.#ready.shift()!;
  }

  /** Ends a job; the next one of its key becomes ready. */
  done({ key }: DeliveryJob): void {
    this.#running--;
    this.#pauseMs = pauses.first;
    if (key === undefined) return;
    const next = this.#chains.get(key)?.shift();
    if (next === undefined) this.#chains.delete(key);
    else this.#ready.push(next);
  }

  /**
   * Puts a job that could not start back to the front, and pauses the lane.
   *
   * @param resume called when the pause is over
   */
  putBack(job: DeliveryJob, resume: () => void): void {
    this.#running--;
    this.#waiting++;
    this.#ready.unshift(job);
    if (this.#isPaused) return;
    this.#isPaused = true;
    const pauseMs = this.#pauseMs * (0.5 + Math.random() / 2);
    this.#pauseMs = Math.min(2 * this.#pauseMs, pauses.longest);
    this.#timer = setTimeout(() => {
      this.#isPaused = false;
      resume();
    }, pauseMs);
  }

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Removes all waiting jobs. @returns how many there were */
  clear(): number {
    clearTimeout(this.#timer);
    const count = this.#waiting;
    this.#waiting = 0;
    this.#ready.length = 0;
    this.#chains.clear();
    return count;
  }
}
