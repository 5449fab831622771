import { EventStream } from "../../../http/mod.ts";
import type { ResponseMap } from "../../execution/mod.ts";
import type { OpenStreams } from "../streams/open_streams.ts";
import { reconnectionMs } from "../streams/reconnection.ts";
import { type PumpedOperation, ResultPump } from "../streams/result_pump.ts";
import { resultText } from "../result_text.ts";
import type { TransportPlatform } from "../transport_platform.ts";

/** Headers of every event stream. */
export const eventStreamHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-content-type-options": "nosniff",
  "x-accel-buffering": "no",
};

/** Answers with event streams: one operation per stream (the "distinct connections mode" of graphql-sse). */
export class GraphQlSseHandler {
  /** Silence after which a stream carries a comment, in milliseconds. */
  readonly keepAliveMs: number;
  /** Longest life of a stream, in milliseconds. */
  readonly timeoutMs: number;
  /** The application. */
  readonly platform: TransportPlatform;
  readonly #open: OpenStreams;

  /**
   * Creates the handler.
   *
   * @param platform the application
   * @param open its open streams
   */
  constructor(platform: TransportPlatform, open: OpenStreams) {
    const { graphql } = platform.properties;
    this.keepAliveMs = graphql.sseKeepAliveMs;
    this.timeoutMs = graphql.sseTimeoutMs;
    this.platform = platform;
    this.#open = open;
  }

  /**
   * Answers with a stream that carries one result.
   *
   * @param result the result
   */
  single(result: ResponseMap): Response {
    const stream = this.open(() => {});
    void stream.send("next", JSON.stringify(result));
    complete(stream);
    return new Response(stream.body, { headers: { ...eventStreamHeaders } });
  }

  /**
   * Answers with a stream of results. A client that leaves, and the timeout, cancel the operation.
   *
   * @param operation the results, and how to cancel them
   */
  stream(operation: PumpedOperation): Response {
    const pump = new ResultPump(operation);
    const ended = () => {
      clearTimeout(timer);
      forget();
    };
    const stream = this.open(() => {
      pump.stop();
      ended();
    });
    const cut = (end: () => void) => () => {
      pump.stop();
      end();
      ended();
    };
    const timer = this.timeoutMs > 0 ? setTimeout(cut(() => stream.close()), this.timeoutMs) : undefined;
    let { position } = operation;
    if (position !== undefined) void stream.sendPosition(position);
    const forget = this.#open.add({
      // Without "complete" the client connects again, to another instance, and continues after its position.
      end: cut(() => position === undefined ? complete(stream) : stream.closeForReconnection(this.#reconnectionMs())),
      endsByItself: operation.endsByItself,
      onEnd: operation.onEnd,
    });
    void pump.run({
      next: (result, id) => {
        position = id ?? position;
        return stream.send("next", resultText(result), id);
      },
      complete: () => {
        complete(stream);
        ended();
      },
    });
    return new Response(stream.body, { headers: { ...eventStreamHeaders } });
  }

  #reconnectionMs(): number {
    return reconnectionMs(this.platform.properties.graphql);
  }

  /**
   * Opens a stream.
   *
   * @param onCancel called when the client is gone
   */
  open(onCancel: () => void): EventStream {
    const { sendBufferBytes: bufferBytes, slowReaderTimeoutMs } = this.platform.properties.graphql;
    return new EventStream({ keepAliveMs: this.keepAliveMs, bufferBytes, slowReaderTimeoutMs, onCancel });
  }
}

function complete(stream: EventStream): void {
  // EventSource hears an event only if it has data, if only empty data.
  void stream.send("complete", "");
  stream.close();
}
