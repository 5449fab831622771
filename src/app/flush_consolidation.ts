import type { MaybePromise } from "../kernel/mod.ts";

interface HeldAnswer {
  readonly answer: Response;
  readonly send: (answer: Response) => void;
}

/** Minimum number of responses in a turn for which waiting until the end of the turn pays. */
const fewest = 4;

/** Maximum average gap between two responses of a turn, in milliseconds; slower turns are not batched. */
const quickMs = 0.25;

/** While batching is off, one turn is sampled after this many responses. */
const answersBetweenLooks = 32;

/** Turns with few or slow answers after which answers leave as they come. */
const patience = 8;

// Of the start, so that a test's fake clock can't keep answers back.
const atEndOfTurn = setImmediate;

/**
 * Lets the answers that become ready in one turn of the event loop leave together.
 *
 * Sending wakes whoever waits for the answer, and takes the processor's caches away from the code that makes answers.
 * Under load it is quicker to make all answers that are asked for and then to send them; a request that comes alone is
 * answered at once.
 */
export class FlushConsolidation {
  #isGathering = false;
  /** Answers since the last look, counted while they leave as they come. */
  #answers = 0;
  #held: HeldAnswer[] = [];
  #firstHeldAt = 0;
  #vainTurns = 0;

  /**
   * Lets an answer leave.
   *
   * @param answer what the client gets
   * @returns the answer: now, or at the end of the turn
   */
  leave(answer: Response): MaybePromise<Response> {
    if (this.#isGathering) return new Promise((send) => this.#hold({ answer, send }));
    if (++this.#answers === answersBetweenLooks) this.#lookAtTurn();
    return answer;
  }

  #lookAtTurn(): void {
    const startedAt = performance.now();
    atEndOfTurn(() => {
      const answersOfTurn = this.#answers - answersBetweenLooks + 1;
      this.#answers = 0;
      this.#isGathering = isWorthwhile(answersOfTurn, performance.now() - startedAt);
    });
  }

  #hold(answer: HeldAnswer): void {
    if (this.#held.push(answer) > 1) return;
    this.#firstHeldAt = performance.now();
    atEndOfTurn(this.#sendHeld);
  }

  readonly #sendHeld = (): void => {
    const held = this.#held;
    this.#held = [];
    this.#judge(held.length);
    for (const { answer, send } of held) send(answer);
  };

  #judge(answers: number): void {
    const isVain = !isWorthwhile(answers, performance.now() - this.#firstHeldAt);
    this.#vainTurns = isVain ? this.#vainTurns + 1 : 0;
    if (this.#vainTurns < patience) return;
    this.#vainTurns = 0;
    this.#isGathering = false;
  }
}

function isWorthwhile(answers: number, tookMs: number): boolean {
  return answers >= fewest && tookMs < (answers - 1) * quickMs;
}
