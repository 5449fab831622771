import { type DocumentNode, Kind } from "../../../../deps.ts";

/**
 * Makes the document by which graphql-js 17 leaves errors where they occurred: its operations have graphql-js's own
 * directive for that. There is no argument of `execute` for it.
 *
 * @param document a document
 */
export function withoutPropagation(document: DocumentNode): DocumentNode {
  const directive = {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: "experimental_disableErrorPropagation" },
  } as const;
  return {
    ...document,
    definitions: document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? { ...definition, directives: [...definition.directives ?? [], directive] }
        : definition
    ),
  };
}
