import { TwoQueueCache } from "../../../kernel/mod.ts";
import type { PreparedDocument } from "./prepared_document.ts";

/** Number of shapes that came once that are kept, the newest ones. */
const maxFresh = 4;

interface PlannedDocument {
  readonly prepared: PreparedDocument<unknown>;
  readonly characters: number;
}

/** Prepared documents by their shapes: a shape that came once leaves first, all others by least recent use. */
export class KnownShapes {
  readonly #documents: TwoQueueCache<PlannedDocument>;

  /** @param maxCharacters maximum number of characters of all documents that were prepared for shapes */
  constructor(maxCharacters: number) {
    // A document may have far more characters than its shape: it is the document that takes memory.
    const sizeOf = (key: string, { characters }: PlannedDocument) => Math.max(key.length, characters) + 16;
    this.#documents = new TwoQueueCache({ maxSize: maxCharacters, maxFresh, sizeOf });
  }

  /** Finds the document that was prepared for a shape. */
  get(key: string): PreparedDocument<unknown> | undefined {
    return this.#documents.get(key)?.prepared;
  }

  /**
   * Keeps a document for a shape.
   *
   * @param key the shape
   * @param prepared a valid document
   * @param text of the document
   */
  set(key: string, prepared: PreparedDocument<unknown>, text: string): void {
    this.#documents.set(key, { prepared, characters: text.length });
  }

  /** Removes all shapes. */
  clear(): void {
    this.#documents.clear();
  }
}
