import { InvalidCursorError } from "./invalid_cursor_error.ts";

/** Makes a cursor opaque to clients, and reads it back. */
export abstract class CursorEncoder {
  /**
   * Makes a cursor opaque.
   *
   * @param cursor the cursor of a strategy, for example `O_43`
   */
  abstract encode(cursor: string): string;

  /**
   * Reads a cursor that a client sent.
   *
   * @param cursor the cursor that a client sent
   * @throws InvalidCursorError when it was not created by this encoder
   */
  abstract decode(cursor: string): string;

  /** The encoder to Base64. */
  static base64(): CursorEncoder {
    return new Base64CursorEncoder();
  }

  /** The encoder that changes nothing. */
  static noOpEncoder(): CursorEncoder {
    return new NoOpEncoder();
  }
}

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

/** Leaves cursors as they are. */
export class NoOpEncoder implements CursorEncoder {
  /** Returns the cursor as it is. */
  encode(cursor: string): string {
    return cursor;
  }

  /** Returns the cursor as it is. */
  decode(cursor: string): string {
    return cursor;
  }
}
