import { ResultBudgetExceededError } from "../../kernel/mod.ts";
import { closeSource } from "./close_source.ts";
import type { RequestContext } from "./request_context.ts";

/** The request for which a stream is read, and the field that reads it. */
export interface StreamReader {
  readonly request: Pick<RequestContext, "signal" | "isCancelled" | "reportUnclosedSource" | "budget">;
  /** For example `Query.books`, for the log. */
  readonly field: string;
}

/**
 * Closes a source when the request is cancelled, even while somebody waits for its next value. A source that goes on
 * all the same is reported.
 *
 * @param iterator the source
 * @param reader for whom it is read
 * @returns ends the watch; to be called when the source has ended
 */
export function closeWhenCancelled(iterator: AsyncIterator<unknown>, { request, field }: StreamReader): () => void {
  const { signal } = request;
  const close = () => void closeSource(iterator, (failure) => request.reportUnclosedSource?.(field, failure));
  signal.addEventListener("abort", close, { once: true });
  return () => signal.removeEventListener("abort", close);
}

/**
 * Gathers a stream into a list, until the request is cancelled.
 *
 * @param stream the values
 * @param reader for whom they are read
 * @param hold takes each value when it comes: it is completed at the stream's end, and its promises may fail before
 * @throws ResultBudgetExceededError when there are more values than the result may hold
 */
export async function collect(
  stream: AsyncIterable<unknown>,
  reader: StreamReader,
  hold: (value: unknown) => void,
): Promise<unknown[]> {
  const iterator = stream[Symbol.asyncIterator]();
  const stopWatching = closeWhenCancelled(iterator, reader);
  try {
    const values: unknown[] = [];
    while (!reader.request.isCancelled) {
      const { done, value } = await iterator.next();
      if (done) break;
      hold(value);
      values.push(value);
      reader.request.budget?.add(1, 0);
    }
    // They are counted again, one by one, when they are completed.
    reader.request.budget?.add(-values.length, 0);
    return values;
  } catch (error) {
    if (error instanceof ResultBudgetExceededError) {
      void closeSource(iterator, (failure) => reader.request.reportUnclosedSource?.(reader.field, failure));
    }
    throw error;
  } finally {
    stopWatching();
  }
}
