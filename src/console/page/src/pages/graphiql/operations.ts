import { readData } from "../../data/read_data.ts";

/** A file of the project with operations. */
export interface OperationFile {
  readonly path: string;
  /** Names; `""` for an anonymous operation. */
  readonly operations: readonly string[];
  /** A digest of the text. */
  readonly version: string;
}

/** The files of the project, and what the service may do with them. */
export interface OperationList {
  readonly files: readonly OperationFile[];
  readonly isComplete: boolean;
  readonly isReadable: boolean;
  readonly isWritable: boolean;
}

/** Reads a file of the project. */
export function readOperations(path: string): Promise<OperationFile & { readonly text: string }> {
  return readData("operations", path.split("/").map(encodeURIComponent).join("/"));
}

/** Where an operation would be saved: beside those from which types are made. */
export function suggestedPath(operation: string): string {
  return `graphql-documents/${operation === "" ? "operations" : operation}.graphql`;
}
