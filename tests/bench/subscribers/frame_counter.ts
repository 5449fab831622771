/** Reads the frames of a WebSocket server and tells their texts only where somebody asks: counting must cost little. */
export class FrameCounter {
  readonly #connection: Deno.Conn;
  readonly #buffer = new Uint8Array(65_536);
  #bytes: Uint8Array = new Uint8Array();

  /** @param connection after the handshake */
  constructor(connection: Deno.Conn) {
    this.#connection = connection;
  }

  /**
   * Waits for the next bytes.
   *
   * @returns the frames that are complete now; `undefined` when the connection has ended
   */
  async next(): Promise<number | undefined> {
    const count = await this.#connection.read(this.#buffer).catch(() => null);
    if (count === null) return undefined;
    const bytes = joined(this.#bytes, this.#buffer.subarray(0, count));
    let frames = 0;
    let at = 0;
    for (let end = frameEnd(bytes, at); end <= bytes.length; end = frameEnd(bytes, at)) {
      frames++;
      at = end;
    }
    this.#bytes = bytes.slice(at);
    return frames;
  }

  /** Waits until so many frames have come. */
  async skip(frames: number): Promise<void> {
    while (frames > 0) frames -= await this.next() ?? Infinity;
  }
}

/** Where a frame ends, or `Infinity` when its head is not complete. Servers don't mask. */
function frameEnd(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 4) return Infinity;
  const short = bytes[at + 1]! & 0x7f;
  if (short < 126) return at + 2 + short;
  if (short === 126) return at + 4 + (bytes[at + 2]! << 8 | bytes[at + 3]!);
  throw new RangeError("Cannot count frames as they must have less than 65,536 bytes");
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
