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
 * Closes a source when the request is cancelled, even while a call of `next()` is pending. A source that does not close
 * is reported.
 *
 * @param iterator the source
 * @param reader the request and the field that read it
 * @returns stops watching; call it when the source has ended
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
 * @param reader the request and the field that read them
 * @param hold called with each value on arrival: values are completed when the stream ends, and promises in them may
 *   reject before that
 * @throws ResultBudgetExceededError when there are more values than the result budget allows
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
    // Completion counts each value again.
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
