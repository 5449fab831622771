import { type DocumentNode, Kind, type SelectionSetNode } from "../../../../deps.ts";

/** Whether a fragment of a document contains itself. */
export function hasFragmentCycle({ definitions }: DocumentNode): boolean {
  const spreads = new Map<string, string[]>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      spreads.set(definition.name.value, spreadsIn(definition.selectionSet, []));
    }
  }
  const finished = new Set<string>();
  return [...spreads.keys()].some((name) => leadsIntoCycle(name, spreads, finished));
}

/** Follows the spreads with an explicit stack: chains of fragments may exceed the call stack. */
function leadsIntoCycle(start: string, spreads: ReadonlyMap<string, string[]>, finished: Set<string>): boolean {
  const path = [{ name: start, next: 0 }];
  const open = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const name = spreads.get(top.name)?.[top.next++];
    if (name === undefined) {
      path.pop();
      open.delete(top.name);
      finished.add(top.name);
    } else if (open.has(name)) {
      return true;
    } else if (!finished.has(name)) {
      path.push({ name, next: 0 });
      open.add(name);
    }
  }
  return false;
}

function spreadsIn(set: SelectionSetNode, found: string[]): string[] {
  for (const node of set.selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD) found.push(node.name.value);
    else if (node.selectionSet !== undefined) spreadsIn(node.selectionSet, found);
  }
  return found;
}
