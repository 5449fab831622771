/** Maximum length of a chunk, in UTF-16 code units: 7,800 bytes of UTF-8, where a notification has less than 8,000. */
const maxLength = 2_600;

/**
 * Cuts an event into texts that fit into notifications: `id:index:count:part`.
 *
 * @param payload the event as JSON
 * @param id distinguishes its chunks from those of other events; it has no colon
 */
export function chunksOf(payload: string, id: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < payload.length;) {
    const end = endOfPart(payload, start);
    parts.push(payload.slice(start, end));
    start = end;
  }
  return parts.map((part, index) => `${id}:${index}:${parts.length}:${part}`);
}

/** Surrogate pairs stay together: half of one has no UTF-8 form. */
function endOfPart(payload: string, start: number): number {
  const end = start + maxLength;
  const last = payload.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Reassembles events. The chunks of an event arrive in order; an event whose first chunk was missed is dropped. */
export class ChunkReader {
  readonly #received: (payload: string) => void;
  #id: string | undefined;
  #parts: string[] = [];

  /** @param received called for each event */
  constructor(received: (payload: string) => void) {
    this.#received = received;
  }

  /** Handles a notification; a malformed one is dropped. */
  read(text: string): void {
    const [id = "", index, count] = text.split(":", 3);
    const start = `${id}:${index}:${count}:`;
    if (!text.startsWith(start)) return;
    if (index === "0") {
      this.#id = id;
      this.#parts = [];
    }
    if (id !== this.#id || index !== String(this.#parts.length)) return this.clear();
    this.#parts.push(text.slice(start.length));
    if (String(this.#parts.length) !== count) return;
    const payload = this.#parts.join("");
    this.clear();
    this.#received(payload);
  }

  /** Drops an event that is incomplete. */
  clear(): void {
    this.#id = undefined;
    this.#parts = [];
  }
}
