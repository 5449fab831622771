import type { CursorEncoder } from "./cursor_encoder.ts";

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
