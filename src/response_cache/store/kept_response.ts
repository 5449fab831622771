import { noteWrittenData } from "../../graphql/mod.ts";
import { frozen } from "./frozen.ts";

/** What is known of a response that is kept, beside its data. */
export interface KeptResponseParts {
  /** What purges name. */
  readonly tags: readonly string[];
  /** The moment before the response was made, as the store counts: a purge that came later is about it. */
  readonly epoch: number;
  /** When the response was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Maximum age in seconds. */
  readonly maxAge: number;
  /** How long the store keeps the entry, in seconds: beyond its age where stale responses may be served. */
  readonly keptFor: number;
  /** Whether it is for one client alone. */
  readonly isPrivate: boolean;
}

/** A response that was kept. */
export class KeptResponse {
  /** What is known beside the data. */
  readonly parts: KeptResponseParts;
  /** The data as JSON. */
  readonly text: string;
  #data: Record<string, unknown> | undefined;

  /**
   * @param text the data as JSON
   * @param parts what is known beside it
   */
  constructor(text: string, parts: KeptResponseParts) {
    this.text = text;
    this.parts = parts;
  }

  /**
   * The data, frozen as many requests get it; read when the first one does.
   *
   * @throws SyntaxError where the text is no JSON
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
