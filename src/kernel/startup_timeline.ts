/** One step of a start. */
export interface StartupStep {
  /** Number of the step, from 0. */
  readonly id: number;
  /** The step that this one is part of; absent at the top. */
  readonly parentId?: number;
  /** The kind of step: `espalier.startup.task`. */
  readonly name: string;
  /** Distinguishes the step from others of its kind: `{ task: "graphql: build the schema" }`. */
  readonly tags: Readonly<Record<string, string>>;
  /** When the step began. */
  readonly startTime: Date;
  /** How long the step took, in milliseconds. */
  readonly durationMs: number;
}

/** Maximum number of recorded steps. */
const maxSteps = 1_000;

/** The steps of an application's start, with their times. The class is its own identifier in the container. */
export class StartupTimeline {
  /** When the process began to load the program. */
  readonly startTime: Date = new Date(performance.timeOrigin);
  #steps: StartupStep[] = [];
  #open: number[] = [];
  #nextId = 0;

  /** The completed steps, in the order of their completion. */
  get steps(): readonly StartupStep[] {
    return this.#steps;
  }

  /** Forgets the steps and returns them. */
  drain(): readonly StartupStep[] {
    const drained = this.#steps;
    this.#steps = [];
    return drained;
  }

  /**
   * Records the time between the start of the process and now as a step.
   *
   * @param name the kind of step
   */
  recordLoading(name: string): void {
    this.#add({ id: this.#nextId++, name, tags: {}, startTime: this.startTime, durationMs: performance.now() });
  }

  /**
   * Runs a step and records its times. Steps that run within it are its parts.
   *
   * @param name the kind of step
   * @param tags distinguish it from others of its kind
   * @param run the work
   * @returns the result of the work
   */
  async record<T>(name: string, tags: Readonly<Record<string, string>>, run: () => T | Promise<T>): Promise<T> {
    const id = this.#nextId++;
    const parentId = this.#open.at(-1);
    const [startTime, startedAt] = [new Date(), performance.now()];
    this.#open.push(id);
    try {
      return await run();
    } finally {
      this.#open = this.#open.filter((each) => each !== id);
      const step = { id, name, tags, startTime, durationMs: performance.now() - startedAt };
      this.#add(parentId === undefined ? step : { ...step, parentId });
    }
  }

  #add(step: StartupStep): void {
    if (this.#steps.length < maxSteps) this.#steps.push(step);
  }
}
