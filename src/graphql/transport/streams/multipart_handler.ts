import type { TransportPlatform } from "../transport_platform.ts";
import { MultipartStream } from "./multipart_stream.ts";
import type { OpenStreams } from "./open_streams.ts";
import { type PumpedOperation, ResultPump } from "./result_pump.ts";

/** Answers with multipart responses: one part per result. */
export class MultipartHandler {
  readonly #platform: TransportPlatform;
  readonly #open: OpenStreams;

  /**
   * @param platform the application
   * @param open its open streams
   */
  constructor(platform: TransportPlatform, open: OpenStreams) {
    this.#platform = platform;
    this.#open = open;
  }

  /**
   * Answers with a part per result. A client that leaves cancels the operation.
   *
   * @param operation the results, and how to cancel them
   * @param contentType names the boundary, and the form of the parts
   */
  stream(operation: PumpedOperation, contentType: string): Response {
    const { sendBufferBytes: bufferBytes, slowReaderTimeoutMs } = this.#platform.properties.graphql;
    const pump = new ResultPump(operation);
    const onCancel = () => {
      pump.stop();
      forget();
    };
    const stream = new MultipartStream({ bufferBytes, slowReaderTimeoutMs, onCancel });
    const forget = this.#open.add(() => {
      pump.stop();
      stream.close();
    });
    void pump.run({
      next: (result) => stream.send(JSON.stringify(result)),
      complete: () => {
        stream.close();
        forget();
      },
    });
    return new Response(stream.body, { headers: { "content-type": contentType, "cache-control": "no-cache" } });
  }
}
