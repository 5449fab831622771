/** Bytes that are drawn at once: asking the operating system for each identifier costs more than the span around it. */
const poolBytes = 2048;

const zeros = "0".repeat(32);

let pool = "";
let position = 0;

/**
 * Returns the identifier of a new trace.
 *
 * @returns 32 hexadecimal digits, not all of them zero
 */
export function newTraceId(): string {
  return take(32);
}

/**
 * Returns the identifier of a new span.
 *
 * @returns 16 hexadecimal digits, not all of them zero
 */
export function newSpanId(): string {
  return take(16);
}

function take(digits: number): string {
  if (position + digits > pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(poolBytes)).toHex();
    position = 0;
  }
  const id = pool.slice(position, position += digits);
  // Identifiers of zeros alone are invalid.
  return id.startsWith("00000000") && zeros.startsWith(id) ? take(digits) : id;
}
