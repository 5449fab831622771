import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode, visit } from "../../../../deps.ts";
import { maxErrorNodes } from "../../wiring/mod.ts";

/**
 * Removes leaf fields that a selection set repeats. graphql-js collects all nodes of a field for each object again, so
 * that a field that is selected 9,000 times takes 9,000 steps for each item. Keeps as many nodes as an error has
 * locations.
 *
 * @param document a valid document: fields of one response name have the same arguments
 */
export function withoutRepetitions(document: DocumentNode): DocumentNode {
  return visit(document, { [Kind.SELECTION_SET]: withoutRepeatedFields });
}

function withoutRepeatedFields(set: SelectionSetNode): SelectionSetNode | undefined {
  if (set.selections.length <= maxErrorNodes) return undefined;
  const counts = new Map<string, number>();
  const selections = set.selections.filter((node) => {
    if (node.kind !== Kind.FIELD || !isPlainLeaf(node)) return true;
    const name = (node.alias ?? node.name).value;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count <= maxErrorNodes;
  });
  return selections.length === set.selections.length ? undefined : { ...set, selections };
}

function isPlainLeaf({ selectionSet, directives = [] }: FieldNode): boolean {
  return selectionSet === undefined && directives.length === 0;
}
