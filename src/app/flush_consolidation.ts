import type { MaybePromise } from "../kernel/mod.ts";

interface HeldAnswer {
  readonly answer: Response;
  readonly send: (answer: Response) => void;
}

/** Minimum number of responses in a turn for which waiting until the end of the turn pays. */
const fewest = 4;

/**
 * Maximum gap between two responses of a turn, in milliseconds. A response that takes longer is slow: those that were
 * held before it leave with it.
 */
const quickMs = 0.25;

/** Maximum share of slow responses in a turn for which batching pays. */
const maxSlowShare = 1 / 8;

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
  /** Whether the responses of this turn are counted while they leave as they come. */
  #isLooking = false;
  /** Responses since the last look. */
  #answers = 0;
  #held: HeldAnswer[] = [];
  #vainTurns = 0;
  /** Responses of this turn, and how many of them were slow. */
  #ofTurn = 0;
  #slowOfTurn = 0;
  #lastAt = 0;

  /**
   * Lets an answer leave.
   *
   * @param answer what the client gets
   * @returns the answer: now, or at the end of the turn
   */
  leave(answer: Response): MaybePromise<Response> {
    if (this.#isGathering) return new Promise((send) => this.#hold({ answer, send }));
    if (this.#isLooking) this.#isSlow();
    else if (++this.#answers === answersBetweenLooks) this.#lookAtTurn();
    return answer;
  }

  #lookAtTurn(): void {
    this.#isLooking = true;
    this.#beginTurn();
    atEndOfTurn(() => {
      this.#isLooking = false;
      this.#answers = 0;
      this.#isGathering = this.#isWorthwhile;
      this.#ofTurn = 0;
    });
  }

  #hold(answer: HeldAnswer): void {
    this.#held.push(answer);
    if (this.#ofTurn === 0) {
      this.#beginTurn();
      atEndOfTurn(this.#endTurn);
    } else if (this.#isSlow()) this.#sendHeld();
  }

  #beginTurn(): void {
    this.#ofTurn = 1;
    this.#slowOfTurn = 0;
    this.#lastAt = performance.now();
  }

  /** Counts a response; tells whether it took long. */
  #isSlow(): boolean {
    const now = performance.now();
    const isSlow = now - this.#lastAt >= quickMs;
    this.#lastAt = now;
    this.#ofTurn++;
    if (isSlow) this.#slowOfTurn++;
    return isSlow;
  }

  get #isWorthwhile(): boolean {
    return this.#ofTurn >= fewest && this.#slowOfTurn <= this.#ofTurn * maxSlowShare;
  }

  readonly #endTurn = (): void => {
    this.#vainTurns = this.#isWorthwhile ? 0 : this.#vainTurns + 1;
    this.#ofTurn = 0;
    if (this.#vainTurns >= patience) {
      this.#vainTurns = 0;
      this.#isGathering = false;
    }
    this.#sendHeld();
  };

  #sendHeld(): void {
    const held = this.#held;
    this.#held = [];
    for (const { answer, send } of held) send(answer);
  }
}
