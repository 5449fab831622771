import type { SourceCursor } from "./source_cursor.ts";

/** A call of `import` whose arguments are being read. */
export interface PendingCall {
  readonly offset: number;
  /** How many brackets stand around it. */
  readonly depth: number;
  readonly mayBeMethod: boolean;
}

/** Calls of `import` whose arguments are computed: what follows them tells, as `import(` may begin a method, too. */
export class PendingCalls {
  readonly calls: PendingCall[] = [];
  readonly #cursor: SourceCursor;
  readonly #computed: number[];

  /**
   * @param cursor in the text
   * @param computed collects the offsets of calls
   */
  constructor(cursor: SourceCursor, computed: number[]) {
    this.#cursor = cursor;
    this.#computed = computed;
  }

  /** Adds a call whose arguments begin. */
  add(call: PendingCall): void {
    this.calls.push(call);
  }

  /**
   * Parentheses are closed: what was a call with computed arguments?
   *
   * @param depth how many brackets are open
   */
  settle(depth: number): void {
    for (let call = this.calls.at(-1); call !== undefined && call.depth >= depth;) {
      this.calls.pop();
      const { position } = this.#cursor;
      const isMethod = this.#cursor.take("{") || (call.mayBeMethod && this.#cursor.take(":"));
      this.#cursor.position = position;
      if (!isMethod) this.#computed.push(call.offset);
      call = this.calls.at(-1);
    }
  }
}
