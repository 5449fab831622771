/** One event of an event stream. */
export interface ReceivedEvent {
  /** The event's name; `"message"` when it has none. */
  readonly event: string;
  readonly data: string;
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
  let rest = "";
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      rest += decoder.decode(chunk.value, { stream: true });
      // A carriage return at the end may be half of a line break.
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r(?!\n)/);
      rest = blocks.pop()!;
      for (const block of blocks) yield* eventIn(block);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancel();
  }
}

function* eventIn(block: string): Generator<ReceivedEvent> {
  let event = "message";
  const data: string[] = [];
  let hasContent = false;
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === "event") event = value ?? "";
    else if (name === "data") data.push(value ?? "");
    hasContent ||= name === "event" || name === "data";
  }
  if (hasContent) yield { event, data: data.join("\n") };
}
