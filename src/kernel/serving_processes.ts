/** What another process answered. */
export interface ProcessAnswer {
  /** Number of the process, from 0 on. */
  readonly process: number;
  /** A value of JSON. */
  readonly value: unknown;
}

/** How a process reaches those that serve with it. */
export interface ProcessLink {
  /** Number of this process, from 0 on. */
  readonly process: number;
  /** How many processes serve together. */
  readonly expected: number;
  /** How many of them are ready, this one included. */
  readonly ready: number;
  /** Asks all other processes; those that don't answer in time are left out. */
  gather(topic: string): Promise<readonly ProcessAnswer[]>;
}

/**
 * The processes that serve the application on one port: `serve(app, { processes })`. Without it there is this one. The
 * class is its own identifier in the container.
 */
export class ServingProcesses {
  readonly #answers = new Map<string, () => unknown>();
  /** How this process reaches the others; absent where there are none. */
  link: ProcessLink | undefined;

  /**
   * Lets the other processes ask this one.
   *
   * @param topic names the question
   * @param make returns a value of JSON, or a promise of one
   */
  answer(topic: string, make: () => unknown): void {
    this.#answers.set(topic, make);
  }

  /** What this process answers; `undefined` to a question that it does not know. */
  async answerTo(topic: string): Promise<unknown> {
    return await this.#answers.get(topic)?.();
  }

  /** Asks all other processes. */
  async gather(topic: string): Promise<readonly ProcessAnswer[]> {
    return await this.link?.gather(topic) ?? [];
  }
}
