import type { CursorEncoder } from "./cursor_encoder.ts";
import { InvalidCursorError } from "./invalid_cursor_error.ts";

/** Encodes cursors to Base64, so that clients don't take them apart. */
export class Base64CursorEncoder implements CursorEncoder {
  encode(cursor: string): string {
    return new TextEncoder().encode(cursor).toBase64();
  }

  decode(cursor: string): string {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(cursor));
    } catch (cause) {
      throw new InvalidCursorError(`Failed to decode cursor: ${cursor}`, cause);
    }
  }
}
