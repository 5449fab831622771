import type { CursorEncoder } from "./cursor_encoder.ts";

/** Leaves cursors as they are. */
export class NoOpEncoder implements CursorEncoder {
  encode(cursor: string): string {
    return cursor;
  }

  decode(cursor: string): string {
    return cursor;
  }
}
