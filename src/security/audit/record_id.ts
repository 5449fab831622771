/**
 * Creates ids that sort by time of creation: UUIDs of version 7 (RFC 9562, 5.7), with a counter within a millisecond.
 */
export class RecordIds {
  #time = 0;
  #count = 0;

  /**
   * Makes an id.
   *
   * @param now milliseconds since 1970
   */
  next(now: number): string {
    if (now > this.#time || this.#count === 0xfff) {
      this.#time = Math.max(now, this.#time + 1);
      this.#count = 0;
    } else {
      this.#count++;
    }
    const time = this.#time.toString(16).padStart(12, "0");
    const count = this.#count.toString(16).padStart(3, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${crypto.randomUUID().slice(19)}`;
  }
}
