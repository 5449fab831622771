import type { ResponseMap } from "../../execution/mod.ts";
import { resultText } from "../result_text.ts";
import { TextStream, type TextStreamOptions } from "../../../http/mod.ts";

/** The boundary between the parts, as the `Content-Type` header announces it. */
const boundary = "\r\n---";

/** The form of the parts of a {@linkcode MultipartStream}. */
export interface MultipartOptions extends Omit<TextStreamOptions, "keepAliveText"> {
  /** Whether each part holds its result as `payload`, and heartbeats are empty objects. */
  readonly hasPayloads: boolean;
}

/** A response whose parts are JSON texts: `multipart/mixed`. */
export class MultipartStream extends TextStream {
  readonly #hasPayloads: boolean;

  /** @param options form of the parts, buffer, and what to do when the client leaves */
  constructor(options: MultipartOptions) {
    super({ ...options, keepAliveText: part("{}") });
    this.#hasPayloads = options.hasPayloads;
    void this.write(boundary);
  }

  /**
   * Sends a part.
   *
   * @param result a value that JSON has
   */
  send(result: ResponseMap): void | Promise<void> {
    const text = resultText(result);
    return this.write(part(this.#hasPayloads ? `{"payload":${text}}` : text));
  }

  /**
   * Sends the errors with which the stream ends.
   *
   * @param result has errors only
   */
  sendFailure(result: object): void | Promise<void> {
    return this.write(part(JSON.stringify(this.#hasPayloads ? { payload: null, ...result } : result)));
  }

  /** Ends the response after the parts that were sent. */
  override close(): void {
    void this.write("--\r\n");
    super.close();
  }
}

function part(json: string): string {
  return `\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${json}${boundary}`;
}
