import type { SourceCursor } from "./source_cursor.ts";

/** A call of `import` whose arguments are being read. */
export interface PendingCall {
  readonly offset: number;
  /** Number of brackets around the call. */
  readonly depth: number;
  readonly mayBeMethod: boolean;
}

/**
 * Calls of `import` with computed arguments. The text after the parentheses decides, as `import(` can begin a method.
 */
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

  /** Adds a call at the start of its arguments. */
  add(call: PendingCall): void {
    this.calls.push(call);
  }

  /**
   * Called after closing parentheses: records the call that they end, if it has computed arguments.
   *
   * @param depth number of open brackets
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
