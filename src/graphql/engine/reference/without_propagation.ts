import { type DocumentNode, Kind } from "../../../../deps.ts";

/**
 * Returns a document whose errors graphql-js 17 does not propagate: its operations have graphql-js's directive for
 * that, because `execute` has no argument for it.
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
