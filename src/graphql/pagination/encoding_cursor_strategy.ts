import type { Class } from "../../kernel/mod.ts";
import type { CursorEncoder } from "./cursor_encoder.ts";
import type { CursorStrategy } from "./cursor_strategy.ts";

/** Encodes the cursors that another strategy makes. */
export class EncodingCursorStrategy<P> implements CursorStrategy<P> {
  /** Makes the cursors. */
  readonly delegate: CursorStrategy<P>;
  /** Makes them opaque. */
  readonly encoder: CursorEncoder;

  /**
   * Creates the strategy.
   *
   * @param delegate makes cursors
   * @param encoder makes them opaque
   * @throws TypeError when the delegate encodes its cursors already
   */
  constructor(delegate: CursorStrategy<P>, encoder: CursorEncoder) {
    if (delegate instanceof EncodingCursorStrategy) throw new TypeError("CursorStrategy already has encoding");
    this.delegate = delegate;
    this.encoder = encoder;
  }

  supports(type: Class): boolean {
    return this.delegate.supports(type);
  }

  toCursor(position: P): string {
    return this.encoder.encode(this.delegate.toCursor(position));
  }

  fromCursor(cursor: string): P {
    return this.delegate.fromCursor(this.encoder.decode(cursor));
  }
}
