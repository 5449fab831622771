import type { DocumentNode } from "../../../../deps.ts";
import type { WrittenDocument } from "../../engine/mod.ts";
import type { LiftedText } from "./document_shape.ts";

const noTexts: ReadonlyMap<number, number> = new Map();

/** A document that differs from a prepared one in the operation's name, in lifted texts and in locations only. */
export interface SharedPreparation<Operation> {
  /** The document that was prepared; it has one operation. */
  readonly planned: PreparedDocument<Operation>;
  /** What the client wrote. */
  readonly written: WrittenDocument;
  /** Name of the operation that the client wrote. */
  readonly operationName: string | undefined;
}

/**
 * A valid document, with what its engine makes of its operations: it leaves memory as soon as the document does.
 *
 * A `WeakMap` by document would keep all of it until the next full garbage collection, also of documents that come once.
 */
export class PreparedDocument<Operation> {
  /** Its operations as far as they were asked for, by the name that was asked for. */
  readonly operations: Map<string | undefined, Operation> = new Map();
  /** Whose operations these are: providers may serve several engines. */
  readonly owner: object;
  /** Where its operation is that of another document; absent where the document was prepared itself. */
  readonly shared: SharedPreparation<Operation> | undefined;
  // As the entry of an invalid document has it.
  readonly errors: undefined = undefined;
  readonly #document: DocumentNode | undefined;

  /** The numbers of the texts that documents of its shape may have others for, by where they begin. */
  readonly texts: ReadonlyMap<number, number>;

  /**
   * @param prepared a valid document, or one of the same shape as a valid document
   * @param owner the engine
   * @param texts its lifted texts
   */
  constructor(
    prepared: DocumentNode | SharedPreparation<Operation>,
    owner: object,
    texts: readonly LiftedText[] = [],
  ) {
    this.owner = owner;
    this.texts = texts.length === 0 ? noTexts : new Map(texts.map(({ start }, i) => [start, i]));
    this.#document = "planned" in prepared ? undefined : prepared;
    this.shared = "planned" in prepared ? prepared : undefined;
  }

  /** The document. One that shares the operation of another is parsed when it is first asked for. */
  get document(): DocumentNode {
    return this.#document ?? this.shared!.written.document; // it has one of the two
  }
}
