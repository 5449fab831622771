import { TextStream, type TextStreamOptions } from "../../../http/mod.ts";

/** The boundary between the parts, as the `Content-Type` header announces it. */
const boundary = "\r\n---";

/** A response whose parts are JSON texts: `multipart/mixed`. */
export class MultipartStream extends TextStream {
  /** @param options buffer, and what to do when the client leaves */
  constructor(options: Omit<TextStreamOptions, "keepAliveMs" | "keepAliveText">) {
    super({ ...options, keepAliveMs: 0, keepAliveText: "" });
    void this.write(boundary);
  }

  /** Sends a part. */
  send(json: string): void | Promise<void> {
    return this.write(`\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${json}${boundary}`);
  }

  /** Ends the response after the parts that were sent. */
  override close(): void {
    void this.write("--\r\n");
    super.close();
  }
}
