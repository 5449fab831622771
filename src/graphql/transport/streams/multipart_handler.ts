import type { ResponseMap } from "../../execution/mod.ts";
import type { TransportPlatform } from "../transport_platform.ts";
import { personal } from "../http/response_format.ts";
import { MultipartStream } from "./multipart_stream.ts";
import type { OpenStreams } from "./open_streams.ts";
import { type PumpedOperation, ResultPump } from "./result_pump.ts";

/** The format of a multipart response. */
export interface MultipartFormat {
  /** The content type, with the boundary and the format of the parts. */
  readonly contentType: string;
  /** Whether each part holds its result as `payload`. */
  readonly hasPayloads: boolean;
}

/** Creates multipart responses: one part per result. */
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
   * Creates a response with one part.
   *
   * @param result the result
   * @param format the form of the part
   */
  single(result: ResponseMap, format: MultipartFormat): Response {
    const stream = this.#openStream(format, () => {});
    void stream.send(result);
    stream.close();
    return multipartResponse(stream, format);
  }

  /**
   * Creates a response with a part per result. A client that disconnects cancels the operation.
   *
   * @param operation the results, and how to cancel them
   * @param format the form of the parts
   */
  stream(operation: PumpedOperation, format: MultipartFormat): Response {
    const pump = new ResultPump(operation);
    const stream = this.#openStream(format, () => {
      pump.stop();
      forget();
    });
    const end = () => {
      pump.stop();
      stream.close();
    };
    const forget = this.#open.add({ end, endsByItself: operation.endsByItself, onEnd: operation.onEnd });
    void pump.run({
      next: (result) => stream.send(result),
      fail: (result) => stream.sendFailure(result),
      complete: () => {
        stream.close();
        forget();
      },
    });
    return multipartResponse(stream, format);
  }

  #openStream({ hasPayloads }: MultipartFormat, onCancel: () => void): MultipartStream {
    const { sendBufferBytes: bufferBytes, slowReaderTimeoutMs, multipartHeartbeatMs } =
      this.#platform.properties.graphql;
    // Only the protocol with payloads supports heartbeats.
    const keepAliveMs = hasPayloads ? multipartHeartbeatMs : 0;
    return new MultipartStream({ hasPayloads, keepAliveMs, bufferBytes, slowReaderTimeoutMs, onCancel });
  }
}

function multipartResponse({ body }: MultipartStream, { contentType }: MultipartFormat): Response {
  return new Response(body, { headers: { "content-type": contentType, ...personal } });
}
