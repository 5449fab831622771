import type { ResponseMap } from "../../execution/mod.ts";
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
   * Answers with one part.
   *
   * @param result the result
   * @param contentType names the boundary
   */
  single(result: ResponseMap, contentType: string): Response {
    const stream = this.#openStream(() => {});
    void stream.send(JSON.stringify(result));
    stream.close();
    return multipartResponse(stream, contentType);
  }

  /**
   * Answers with a part per result. A client that leaves cancels the operation.
   *
   * @param operation the results, and how to cancel them
   * @param contentType names the boundary, and the form of the parts
   */
  stream(operation: PumpedOperation, contentType: string): Response {
    const pump = new ResultPump(operation);
    const stream = this.#openStream(() => {
      pump.stop();
      forget();
    });
    const end = () => {
      pump.stop();
      stream.close();
    };
    const forget = this.#open.add({ end, endsByItself: operation.endsByItself, onEnd: operation.onEnd });
    void pump.run({
      next: (result) => stream.send(JSON.stringify(result)),
      complete: () => {
        stream.close();
        forget();
      },
    });
    return multipartResponse(stream, contentType);
  }

  #openStream(onCancel: () => void): MultipartStream {
    const { sendBufferBytes: bufferBytes, slowReaderTimeoutMs } = this.#platform.properties.graphql;
    return new MultipartStream({ bufferBytes, slowReaderTimeoutMs, onCancel });
  }
}

function multipartResponse({ body }: MultipartStream, contentType: string): Response {
  return new Response(body, { headers: { "content-type": contentType, "cache-control": "no-cache" } });
}
