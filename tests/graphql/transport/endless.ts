import type { DataFetcher } from "@espalier/espalier/graphql";

/**
 * The source of a subscription that ends only when somebody gives it up: 1, and then nothing.
 *
 * @param onClosed called when the source was left, with the id of its execution
 */
export function endless(onClosed: (executionId: string) => void = () => {}): DataFetcher {
  return async function* ({ signal, executionId }) {
    try {
      yield 1;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    } finally {
      onClosed(executionId);
    }
  };
}
