import type { MaybePromise } from "../../../kernel/mod.ts";
import type { ExecutionInput } from "../execution_input.ts";
import type { PreparsedDocumentEntry } from "./preparsed_document_entry.ts";

/** Keeps parsed and validated documents, so that a document is prepared once. */
export interface PreparsedDocumentProvider {
  /**
   * Returns a prepared document.
   *
   * @param input the execution that needs its document
   * @param parseAndValidate prepares the input's document
   * @returns a kept entry, or what `parseAndValidate` answers
   */
  getDocument(
    input: ExecutionInput,
    parseAndValidate: (input: ExecutionInput) => PreparsedDocumentEntry,
  ): MaybePromise<PreparsedDocumentEntry>;
}
