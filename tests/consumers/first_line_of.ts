/**
 * Waits for a line of a process.
 *
 * @param stream its output; it is read on, so that the process can write on
 * @param pattern what the line holds
 * @throws Error when the output ends without such a line
 */
export async function firstLineOf(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  const [watched, drained] = stream.tee();
  void drained.pipeTo(new WritableStream());
  let text = "";
  const reader = watched.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value;
    const line = text.split("\n").slice(0, -1).find((candidate) => pattern.test(candidate));
    if (line === undefined) continue;
    void reader.cancel();
    return line;
  }
  throw new Error(`Cannot find ${pattern} in what the process wrote:\n${text}`);
}
