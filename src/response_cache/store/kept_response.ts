import { noteWrittenData } from "../../graphql/mod.ts";
import { frozen } from "./frozen.ts";

/** The metadata of a cached response. */
export interface KeptResponseParts {
  /** The tags that purges refer to. */
  readonly tags: readonly string[];
  /** The store's epoch before the execution began: later purges apply to the response. */
  readonly epoch: number;
  /** Time of creation, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Maximum age in seconds. */
  readonly maxAge: number;
  /** Lifetime of the entry in the store, in seconds; longer than its age if stale responses may be served. */
  readonly keptFor: number;
  /** Whether it is for one client alone. */
  readonly isPrivate: boolean;
}

/** A cached response. */
export class KeptResponse {
  /** The metadata. */
  readonly parts: KeptResponseParts;
  /** The data as JSON. */
  readonly text: string;
  #data: Record<string, unknown> | undefined;

  /**
   * @param text the data as JSON
   * @param parts the metadata
   */
  constructor(text: string, parts: KeptResponseParts) {
    this.text = text;
    this.parts = parts;
  }

  /**
   * The data, frozen as many requests get it; read when the first one does.
   *
   * @throws SyntaxError if the text is no JSON
   */
  get data(): Record<string, unknown> {
    if (this.#data === undefined) {
      // Data of a query is an object.
      this.#data = frozen(JSON.parse(this.text) as Record<string, unknown>);
      noteWrittenData(this.#data, this.text);
    }
    return this.#data;
  }
}
