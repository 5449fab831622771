import type { DocumentNode } from "../../../../deps.ts";

/**
 * A valid document, with what its engine makes of its operations: it leaves memory as soon as the document does.
 *
 * A `WeakMap` by document would keep all of it until the next full garbage collection, also of documents that come once.
 */
export class PreparedDocument<Operation> {
  /** The document. */
  readonly document: DocumentNode;
  /** Its operations as far as they were asked for, by the name that was asked for. */
  readonly operations: Map<string | undefined, Operation> = new Map();
  /** Whose operations these are: providers may serve several engines. */
  readonly owner: object;
  // As the entry of an invalid document has it.
  readonly errors: undefined = undefined;

  /**
   * @param document a valid document
   * @param owner the engine
   */
  constructor(document: DocumentNode, owner: object) {
    this.document = document;
    this.owner = owner;
  }
}
