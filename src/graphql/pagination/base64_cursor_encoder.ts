import type { CursorEncoder } from "./cursor_encoder.ts";
import { InvalidCursorError } from "./invalid_cursor_error.ts";

// What needs no UTF-8 goes a way that makes no buffers: a page has a cursor for each of its items.
const printable = /^[ -~]*$/;
const utf8 = new TextEncoder();

/** Encodes cursors to Base64, so that clients don't take them apart. */
export class Base64CursorEncoder implements CursorEncoder {
  /** Encodes the UTF-8 bytes of a cursor. */
  encode(cursor: string): string {
    return printable.test(cursor) ? btoa(cursor) : utf8.encode(cursor).toBase64();
  }

  /** Decodes a cursor, and throws where it is not Base64. */
  decode(cursor: string): string {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(cursor));
    } catch (cause) {
      throw new InvalidCursorError(`Failed to decode cursor: ${cursor}`, cause);
    }
  }
}
