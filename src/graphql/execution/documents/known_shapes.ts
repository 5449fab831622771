import { TwoQueueCache } from "../../../kernel/mod.ts";
import type { PreparedDocument } from "./prepared_document.ts";

/** Number of shapes that came once that are kept, the newest ones. */
const maxFresh = 4;

/** Prepared documents by their shapes: a shape that came once leaves first, all others by least recent use. */
export class KnownShapes {
  readonly #documents: TwoQueueCache<PreparedDocument<unknown>>;

  /** @param maxCharacters maximum number of characters of all shapes */
  constructor(maxCharacters: number) {
    this.#documents = new TwoQueueCache({ maxSize: maxCharacters, maxFresh, sizeOf: (key) => key.length + 16 });
  }

  /** Finds the document that was prepared for a shape. */
  get(key: string): PreparedDocument<unknown> | undefined {
    return this.#documents.get(key);
  }

  /** Keeps a valid document whose tokens are those of a shape. */
  set(key: string, prepared: PreparedDocument<unknown>): void {
    this.#documents.set(key, prepared);
  }

  /** Removes all shapes. */
  clear(): void {
    this.#documents.clear();
  }
}
