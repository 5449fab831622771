/**
 * Maps what an iterator yields; leaving the result leaves the source, and so does a failure of `map`.
 *
 * @param source the iterator
 * @param map gives what is yielded for a value
 */
export function mapStream<T, R>(source: AsyncIterableIterator<T>, map: (value: T) => R): AsyncIterableIterator<R> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const result = await source.next();
      if (result.done) return { done: true, value: undefined };
      try {
        return { done: false, value: map(result.value) };
      } catch (error) {
        // A loop doesn't return what has thrown: nobody else would leave the source.
        await source.return?.();
        throw error;
      }
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}
