/** The part of a result that a client requests: a position, a maximum number of items, and a direction. */
export class Subrange<P> {
  /** Where to start; `undefined` when not given. */
  readonly position: P | undefined;
  /** How many items; `undefined` when not given. */
  readonly count: number | undefined;
  /** Whether to read forward from the position. */
  readonly forward: boolean;

  /**
   * Creates the subrange.
   *
   * @param position where to start, if given
   * @param count how many items, if given; a negative count is treated as absent
   * @param forward whether to read forward
   */
  constructor(position: P | undefined, count: number | undefined, forward: boolean) {
    this.position = position;
    this.count = count === undefined || count < 0 ? undefined : count;
    this.forward = forward;
  }
}
