/** One event of an event stream. */
export interface SentEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Reads a response's events to the end. */
export async function eventsOf(response: Response): Promise<SentEvent[]> {
  return parseEvents(await response.text());
}

/** Parses the text of an event stream, leaving comments out. */
export function parseEvents(text: string): SentEvent[] {
  return text.split("\n\n").filter((block) => block !== "" && !block.startsWith(":")).map((block) => {
    const fields = new Map(
      block.split("\n").map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
      }),
    );
    const data = fields.get("data") ?? "";
    return { event: fields.get("event") ?? "message", data: data === "" ? "" : JSON.parse(data) };
  });
}

/** An event stream that is read piece by piece. */
export class EventReader implements AsyncDisposable {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next event, or `undefined` at the end. */
  async next(): Promise<SentEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const [event] = parseEvents(this.#text.slice(0, end + 2));
        this.#text = this.#text.slice(end + 2);
        if (event !== undefined) return event;
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel();
  }
}
