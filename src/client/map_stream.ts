/**
 * Maps the values of an iterator; ending the result, or a failure of `map`, closes the source.
 *
 * @param source the iterator
 * @param map maps a value
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
        // A loop does not call `return` on an iterator that threw, so the source is closed here.
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
