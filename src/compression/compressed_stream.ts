import { compressors } from "./compressors.ts";
import type { ContentCoding } from "./content_coding.ts";

/**
 * Compresses a body chunk by chunk. A chunk is read after the client consumed the previous one (back-pressure), and
 * each chunk is flushed, so that nothing is buffered or delayed.
 *
 * @param body the source; it is cancelled when the client disconnects
 * @param coding the compression
 */
export function compressedStream(body: ReadableStream<Uint8Array>, coding: ContentCoding): ReadableStream<Uint8Array> {
  const source = body.getReader();
  const encoder = compressors[coding].stream();
  let output: Uint8Array[] = [];
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  encoder.on("data", (piece: Uint8Array) => output.push(piece));
  encoder.on("error", failure.reject);
  const finished = new Promise<void>((resolve) => encoder.on("end", resolve));
  const written = (piece: Uint8Array) => new Promise<void>((resolve) => encoder.write(piece, () => resolve()));
  const next = async (): Promise<boolean> => {
    const { value, done } = await source.read();
    if (done) encoder.end();
    await Promise.race([done ? finished : written(value), failure.promise]);
    return done;
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let isOver = false;
    try {
      while (output.length === 0 && !isOver) isOver = await next();
    } catch (error) {
      encoder.destroy();
      throw error;
    }
    for (const piece of output) controller.enqueue(piece);
    output = [];
    if (isOver) controller.close();
  };
  const cancel = async (reason: unknown) => {
    encoder.destroy();
    await source.cancel(reason);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}
