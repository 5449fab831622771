/** One event of an event stream. */
export interface ReceivedEvent {
  /** The event's name; `"message"` if it has none, `""` if there is only an id or a reconnect time. */
  readonly event: string;
  readonly data: string;
  /** The last id that the stream has set; `""` before the first. */
  readonly id: string;
  /** The reconnect time, in milliseconds; absent if the stream does not set it. */
  readonly retryMs?: number | undefined;
}

/**
 * Reads an event stream.
 *
 * @param body the response's body
 * @param signal cancels the body when aborted
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<ReceivedEvent> {
  const reader = body.getReader();
  // A body that has failed can't be cancelled; its failure shows in `read`.
  const cancel = () => reader.cancel().catch(() => undefined);
  if (signal.aborted) return await cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  const events = new EventParser();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      yield* events.read(decoder.decode(chunk.value, { stream: true }));
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancel();
  }
}

/** Parses chunks of an event stream; a line that spans many chunks is scanned once. */
class EventParser {
  #line = "";
  #endsInReturn = false;
  #event: string | undefined;
  #data: string[] = [];
  #id = "";
  #retryMs: number | undefined;
  #hasHint = false;

  *read(text: string): Generator<ReceivedEvent> {
    if (text === "") return;
    // A line break may be cut in two.
    const lines = (this.#endsInReturn && text.startsWith("\n") ? text.slice(1) : text).split(/\r\n|\n|\r/);
    this.#endsInReturn = text.endsWith("\r");
    const rest = lines.pop()!;
    for (const end of lines) {
      const line = this.#line + end;
      this.#line = "";
      if (line === "") yield* this.#dispatch();
      else this.#field(line);
    }
    this.#line += rest;
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") this.#event = value;
    else if (name === "data") this.#data.push(value);
    else if (name === "id" && !value.includes("\0")) this.#hint(() => this.#id = value);
    else if (name === "retry" && /^\d{1,9}$/.test(value)) this.#hint(() => this.#retryMs = Number(value));
  }

  *#dispatch(): Generator<ReceivedEvent> {
    const event = this.#event;
    const data = this.#data;
    this.#event = undefined;
    this.#data = [];
    const hasHint = this.#hasHint;
    this.#hasHint = false;
    if (event === undefined && data.length === 0 && !hasHint) return;
    const name = event ?? (data.length > 0 ? "message" : "");
    yield { event: name, data: data.join("\n"), id: this.#id, retryMs: this.#retryMs };
  }

  #hint(note: () => void): void {
    this.#hasHint = true;
    note();
  }
}
