import { tracingChannel } from "node:diagnostics_channel";
import { WrittenDocument } from "../../engine/mod.ts";
import type { ExecutionInput } from "../execution_input.ts";
import type { OperationGuard } from "../operation_guard.ts";
import { type DocumentShape, documentShapeOf } from "./document_shape.ts";
import type { KnownShapes } from "./known_shapes.ts";
import { type DocumentPreparation, parseAndValidate, parseText, refusedSource } from "./parse_and_validate.ts";
import { PreparedDocument } from "./prepared_document.ts";
import type { PreparsedDocumentEntry } from "./preparsed_document_entry.ts";

const observedPhases = ["graphql:parse", "graphql:validate"].map((name) => tracingChannel(name));

/** What a {@linkcode DocumentPreparer} works with. */
export interface DocumentPreparerParts extends DocumentPreparation {
  /** Valid documents by their shapes; absent where each document is parsed and validated. */
  readonly shapes: KnownShapes | undefined;
}

/** Prepares the documents of an engine: a text of a known shape is neither parsed nor validated. */
export class DocumentPreparer<Operation> {
  readonly #parts: DocumentPreparerParts;
  readonly #owner: object;
  readonly #maxComments: number;

  /**
   * @param parts the schema, the hooks and the known shapes
   * @param owner the engine
   */
  constructor(parts: DocumentPreparerParts, owner: object) {
    this.#parts = parts;
    this.#owner = owner;
    this.#maxComments = parts.guard?.parseOptions.maxComments ?? Infinity;
  }

  /** Prepares the document of an input. */
  readonly prepare = (input: ExecutionInput): PreparsedDocumentEntry => {
    const refused = refusedSource(input, this.#parts);
    if (refused !== undefined) return refused;
    const shape = this.#shapeOf(input.query);
    const known = shape && this.#known(shape);
    if (known !== undefined) return this.#shared(input, known, shape!); // it has a shape
    const { document, errors, isPlain } = parseAndValidate(input, this.#parts);
    if (document === undefined) return { errors };
    const prepared = new PreparedDocument<Operation>(document, this.#owner, shape?.texts);
    // Texts are found by their places.
    const isFound = shape !== undefined && (shape.texts.length === 0 || document.loc !== undefined);
    if (isFound && isPlain) this.#parts.shapes?.set(shape.key, prepared, input.query);
    return prepared;
  };

  /** graphql-js tells listeners of its phases about each document. */
  #shapeOf(text: string): DocumentShape | undefined {
    if (this.#parts.shapes === undefined || observedPhases.some(({ hasSubscribers }) => hasSubscribers)) {
      return undefined;
    }
    return documentShapeOf(text, this.#maxComments);
  }

  #known({ key }: DocumentShape): PreparedDocument<Operation> | undefined {
    const known = this.#parts.shapes?.get(key);
    return known?.owner === this.#owner ? known as PreparedDocument<Operation> : undefined; // the owner's own
  }

  #shared(
    input: ExecutionInput,
    planned: PreparedDocument<Operation>,
    { operationName, texts }: DocumentShape,
  ): PreparedDocument<Operation> {
    const { query } = input;
    const { guard, instrumentation, schema } = this.#parts;
    const written = new WrittenDocument(planned.document, () => parseText(query, guard), (start) => {
      const index = planned.texts.get(start);
      return index === undefined ? undefined : texts[index]?.value;
    });
    // Instrumentations see the phases of each text that is not kept, as before its shape was known.
    instrumentation?.beginParse?.({ input, schema })?.(written.document, undefined);
    instrumentation?.beginValidation?.({ input, schema })?.([], undefined);
    return new PreparedDocument<Operation>({ planned, written, operationName }, this.#owner);
  }
}

/**
 * Whether documents that differ in the operation's name and in texts alone may share what a guard says.
 *
 * @param guard the engine's guard
 */
export function mayShareDocuments(guard: OperationGuard | undefined): boolean {
  return guard === undefined || guard.ignoresNames === true;
}
