import type { DocumentNode, GraphQLError } from "../../../../deps.ts";

/** A document after parsing and validation: either the document, or the errors. Serves many requests. */
export type PreparsedDocumentEntry =
  | { readonly document: DocumentNode; readonly errors?: undefined }
  | { readonly document?: undefined; readonly errors: readonly GraphQLError[] };
