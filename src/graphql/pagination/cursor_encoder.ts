import { Base64CursorEncoder } from "./base64_cursor_encoder.ts";
import { NoOpEncoder } from "./no_op_encoder.ts";

/** Makes a cursor opaque to clients, and reads it back. */
export abstract class CursorEncoder {
  /**
   * Makes a cursor opaque.
   *
   * @param cursor what a strategy made, for example `O_43`
   */
  abstract encode(cursor: string): string;

  /**
   * Reads a cursor that a client sent.
   *
   * @param cursor what a client sent
   * @throws InvalidCursorError when it was not made by this encoder
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
