import type { MaybePromise } from "../kernel/mod.ts";

interface HeldResponse {
  readonly response: Response;
  readonly send: (response: Response) => void;
}

/** Minimum number of responses in a turn for which holding them until the end of the turn pays. */
const minResponses = 4;

/**
 * Maximum gap between two responses of a turn, in milliseconds. A response after a longer gap is slow: the responses held
 * before it are sent with it.
 */
const quickMs = 0.25;

/** Maximum share of slow responses in a turn for which holding pays. */
const maxSlowShare = 1 / 8;

/** While no responses are held, one turn is sampled after this many responses. */
const responsesBetweenSamples = 32;

/** Holding stops after this many turns in a row with too few or too many slow responses. */
const maxUselessTurns = 8;

// Captured at load: a fake clock of a test must not keep responses back.
const atEndOfTurn = setImmediate;

/**
 * Sends the responses of one turn of the event loop together.
 *
 * Sending wakes the client, which then displaces the server's data from the processor's caches. Under load it is quicker
 * to create all requested responses first and send them afterwards. A request that arrives alone is answered at once.
 */
export class FlushConsolidation {
  #isHolding = false;
  /** Whether the responses of this turn are counted without being held. */
  #isSampling = false;
  /** Responses since the last sample. */
  #responses = 0;
  #held: HeldResponse[] = [];
  #uselessTurns = 0;
  #responsesOfTurn = 0;
  #slowOfTurn = 0;
  #lastAt = 0;

  /**
   * Sends a response.
   *
   * @param response the response to a request
   * @returns the response: at once, or at the end of the turn
   */
  send(response: Response): MaybePromise<Response> {
    if (this.#isHolding) return new Promise((send) => this.#hold({ response, send }));
    if (this.#isSampling) this.#countResponse();
    else if (++this.#responses === responsesBetweenSamples) this.#sampleTurn();
    return response;
  }

  #sampleTurn(): void {
    this.#isSampling = true;
    this.#beginTurn();
    atEndOfTurn(() => {
      this.#isSampling = false;
      this.#responses = 0;
      this.#isHolding = this.#isWorthwhile;
      this.#responsesOfTurn = 0;
    });
  }

  #hold(held: HeldResponse): void {
    this.#held.push(held);
    if (this.#responsesOfTurn === 0) {
      this.#beginTurn();
      atEndOfTurn(this.#endTurn);
    } else if (this.#countResponse()) this.#sendHeld();
  }

  #beginTurn(): void {
    this.#responsesOfTurn = 1;
    this.#slowOfTurn = 0;
    this.#lastAt = performance.now();
  }

  /** Counts a response, and returns whether it is slow. */
  #countResponse(): boolean {
    const now = performance.now();
    const isSlow = now - this.#lastAt >= quickMs;
    this.#lastAt = now;
    this.#responsesOfTurn++;
    if (isSlow) this.#slowOfTurn++;
    return isSlow;
  }

  get #isWorthwhile(): boolean {
    return this.#responsesOfTurn >= minResponses && this.#slowOfTurn <= this.#responsesOfTurn * maxSlowShare;
  }

  readonly #endTurn = (): void => {
    this.#uselessTurns = this.#isWorthwhile ? 0 : this.#uselessTurns + 1;
    this.#responsesOfTurn = 0;
    if (this.#uselessTurns >= maxUselessTurns) {
      this.#uselessTurns = 0;
      this.#isHolding = false;
    }
    this.#sendHeld();
  };

  #sendHeld(): void {
    const held = this.#held;
    this.#held = [];
    for (const { response, send } of held) send(response);
  }
}
