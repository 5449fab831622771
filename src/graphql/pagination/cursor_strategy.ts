import type { ScrollPosition } from "../../data/vocabulary.ts";
import type { Class } from "../../kernel/mod.ts";
import type { CursorEncoder } from "./cursor_encoder.ts";

/**
 * Turns positions into the cursors of connections, and back.
 *
 * @typeParam P the positions
 */
export interface CursorStrategy<P = ScrollPosition> {
  /**
   * Whether the strategy knows positions of a class.
   *
   * @param type the class
   */
  supports(type: Class): boolean;

  /**
   * Makes the cursor of a position.
   *
   * @param position of an item
   */
  toCursor(position: P): string;

  /**
   * Reads the position from a cursor.
   *
   * @param cursor what a client sent
   * @throws InvalidCursorError when it can't be read
   */
  fromCursor(cursor: string): P;
}

/** What {@linkcode CursorStrategy} is as a value: the bean's identifier, and a maker of strategies. */
export type CursorStrategyIdentifier = (abstract new () => CursorStrategy<ScrollPosition>) & {
  /**
   * Lets an encoder make the cursors of a strategy opaque.
   *
   * @param strategy makes cursors
   * @param encoder makes them opaque
   * @throws TypeError when the strategy encodes its cursors already
   */
  readonly withEncoder: <P>(strategy: CursorStrategy<P>, encoder: CursorEncoder) => EncodingCursorStrategy<P>;
};

// A class without type parameters, since a container can't tell those of a generic class.
abstract class Identifier implements CursorStrategy<ScrollPosition> {
  /** Shown in error messages of the container. */
  static readonly name = "CursorStrategy";
  /** Makes a strategy whose cursors are encoded. */
  static readonly withEncoder: CursorStrategyIdentifier["withEncoder"] = encoded;
  abstract supports(type: Class): boolean;
  abstract toCursor(position: ScrollPosition): string;
  abstract fromCursor(cursor: string): ScrollPosition;
}

/**
 * Identifier of the {@linkcode CursorStrategy} bean, which is used for all connections.
 *
 * @example
 * ```ts
 * import { CursorEncoder, CursorStrategy, ScrollPositionCursorStrategy } from "@espalier/espalier/graphql";
 *
 * const cursors = CursorStrategy.withEncoder(new ScrollPositionCursorStrategy(), CursorEncoder.base64());
 * console.log(cursors.toCursor(cursors.fromCursor("T180Mw=="))); // T180Mw==
 * ```
 */
export const CursorStrategy: CursorStrategyIdentifier = Identifier;

function encoded<P>(strategy: CursorStrategy<P>, encoder: CursorEncoder): EncodingCursorStrategy<P> {
  return new EncodingCursorStrategy(strategy, encoder);
}

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
