/** The response of another process. */
export interface ProcessAnswer {
  /** Number of the process, from 0 on. */
  readonly process: number;
  /** A value of JSON. */
  readonly value: unknown;
}

/** The channel from a process to the others that serve the same application. */
export interface ProcessLink {
  /** Number of this process, from 0 on. */
  readonly process: number;
  /** How many processes serve together. */
  readonly expected: number;
  /** How many of them are ready, this one included. */
  readonly ready: number;
  /** Queries all other processes; those that do not respond in time are omitted. */
  gather(topic: string): Promise<readonly ProcessAnswer[]>;
}

/**
 * The processes that serve the application on one port: `serve(app, { processes })`. Without it there is only this
 * process. The
 * class is its own identifier in the container.
 */
export class ServingProcesses {
  readonly #answers = new Map<string, () => unknown>();
  /** The channel to the other processes; absent if there are none. */
  link: ProcessLink | undefined;

  /**
   * Handles queries of the other processes.
   *
   * @param topic names the question
   * @param make returns a value of JSON, or a promise of one
   */
  answer(topic: string, make: () => unknown): void {
    this.#answers.set(topic, make);
  }

  /** Returns the response of this process; `undefined` for an unknown question. */
  async answerTo(topic: string): Promise<unknown> {
    return await this.#answers.get(topic)?.();
  }

  /** Queries all other processes. */
  async gather(topic: string): Promise<readonly ProcessAnswer[]> {
    return await this.link?.gather(topic) ?? [];
  }
}
