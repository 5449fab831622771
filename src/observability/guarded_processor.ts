import type { Logger } from "../kernel/mod.ts";
import type { SpanProcessor } from "./deps.ts";

/**
 * Catches the errors of a span processor, so that a request succeeds even if tracing it fails.
 *
 * @param processor is called for each span
 * @param logger receives the first failure at `WARN`; a processor that fails once usually fails for each span
 */
export function guardedProcessor(processor: SpanProcessor, logger: Logger): SpanProcessor {
  let isReported = false;
  const guarded = (call: () => void) => {
    try {
      call();
    } catch (error) {
      if (isReported) return;
      isReported = true;
      logger.warn("A span processor failed: its further failures are not logged", { error });
    }
  };
  return {
    onStart: (span, context) => guarded(() => processor.onStart(span, context)),
    ...(processor.onEnding ? { onEnding: (span) => guarded(() => processor.onEnding!(span)) } : {}),
    onEnd: (span) => guarded(() => processor.onEnd(span)),
    forceFlush: async () => await processor.forceFlush(),
    shutdown: async () => await processor.shutdown(),
  };
}
