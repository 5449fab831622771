import { type FragmentDefinitionNode, Kind, type SelectionNode, type SelectionSetNode } from "../../../deps.ts";
import { DataFetcherResult } from "../wiring/mod.ts";

/** AST nodes with a selection set: nodes of a field, or an operation. */
export type Selecting = readonly { readonly selectionSet?: SelectionSetNode | undefined }[];

/** The maximum number of objects per value whose properties are read. */
const maxObjects = 100_000;

/**
 * Handles values of resolvers that are never completed: they arrived after the result was complete, or belong to a
 * position that failed. Promises among them may be rejected, and an unhandled rejection ends the process.
 *
 * Follows the selection, so that it visits only values that would have been completed. Does not call getters, does not
 * start generators, and ignores other thenables, which may start their work only when `then` is called.
 */
export class LateValues {
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #selected = new Map<Selecting[number], ReadonlyMap<string, Selecting>>();

  /** @param fragments the document's fragments, by name */
  constructor(fragments: Readonly<Record<string, FragmentDefinitionNode>>) {
    this.#fragments = fragments;
  }

  /**
   * Handles the rejections of all promises in a value that is never completed, and closes the sources in it.
   *
   * @param value the value that a resolver returned, or an item of it
   * @param nodes the field
   */
  forget(value: unknown, nodes: Selecting): void {
    this.#walk(value, nodes, true);
  }

  /**
   * Handles the rejections of all promises in a value that is completed later or never: in lists, sets and objects, and
   * in the values of the promises.
   *
   * @param value what a field's code returned, or an item of it
   * @param nodes the field
   */
  hold(value: unknown, nodes: Selecting): void {
    this.#walk(value, nodes, false);
  }

  #walk(value: unknown, nodes: Selecting, closes: boolean): void {
    const walk = new Walk(closes);
    walk.add(value, nodes);
    for (let next = walk.next(); next !== undefined; next = walk.next()) {
      try {
        this.#visit(next.value, next.nodes, walk);
      } catch {
        // ignored: the value is not needed, whether or not reading it throws
      }
    }
  }

  #visit(value: object, nodes: Selecting, walk: Walk): void {
    if (value instanceof Promise) {
      Promise.prototype.then.call(value, (settled) => this.#walk(settled, nodes, walk.closes), nothing);
    } else if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) walk.add(value[i], nodes);
    } else if (value instanceof Set) {
      Set.prototype.forEach.call(value, (item) => walk.add(item, nodes));
    } else if (value instanceof Map) {
      Map.prototype.forEach.call(value, (item) => walk.add(item, nodes));
    } else if (value instanceof DataFetcherResult) {
      walk.add(value.data, nodes);
    } else if (Symbol.asyncIterator in value) {
      if (walk.closes) close(value as AsyncIterable<unknown>);
    } else {
      this.#visitProperties(value, nodes, walk);
    }
  }

  #visitProperties(value: object, nodes: Selecting, walk: Walk): void {
    if (!walk.countsObject()) return;
    for (const node of nodes) {
      for (const [name, below] of this.#selectedBy(node)) {
        const property = Object.getOwnPropertyDescriptor(value, name);
        if (property !== undefined && "value" in property) walk.add(property.value, below);
      }
    }
  }

  #selectedBy(node: Selecting[number]): ReadonlyMap<string, Selecting> {
    const known = this.#selected.get(node);
    if (known !== undefined) return known;
    const found = new Map<string, Selecting[number][]>();
    const visited = new Set<string>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) this.#collect(selection, { found, visited, collect });
    };
    if (node.selectionSet !== undefined) collect(node.selectionSet);
    this.#selected.set(node, found);
    return found;
  }

  #collect(selection: SelectionNode, { found, visited, collect }: Collection): void {
    if (selection.kind === Kind.FIELD) {
      const nodes = found.get(selection.name.value);
      if (nodes === undefined) found.set(selection.name.value, [selection]);
      else nodes.push(selection);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet);
    } else if (!visited.has(selection.name.value)) {
      visited.add(selection.name.value);
      const fragment = this.#fragments[selection.name.value];
      if (fragment !== undefined) collect(fragment.selectionSet);
    }
  }
}

interface Collection {
  readonly found: Map<string, Selecting[number][]>;
  /** The visited fragments. */
  readonly visited: Set<string>;
  readonly collect: (set: SelectionSetNode) => void;
}

interface Visit {
  readonly value: object;
  readonly nodes: Selecting;
}

/** The values to visit, once for each field that selects them. */
class Walk {
  readonly #pending: Visit[] = [];
  readonly #seen = new Map<Selecting, Set<object>>();
  /** Whether to close sources. */
  readonly closes: boolean;
  #objects = 0;

  constructor(closes: boolean) {
    this.closes = closes;
  }

  add(value: unknown, nodes: Selecting): void {
    if (typeof value !== "object" || value === null) return;
    let seen = this.#seen.get(nodes);
    if (seen === undefined) this.#seen.set(nodes, seen = new Set());
    if (seen.has(value)) return;
    seen.add(value);
    this.#pending.push({ value, nodes });
  }

  next(): Visit | undefined {
    return this.#pending.pop();
  }

  /** Whether the properties of one more object may be read. */
  countsObject(): boolean {
    return ++this.#objects <= maxObjects;
  }
}

/** Handles the rejection of a promise or another thenable that is not awaited. */
export function ignoreFailure(value: unknown): void {
  const then = (value as { then?: unknown } | null | undefined)?.then;
  if (typeof then === "function") then.call(value, nothing, nothing);
}

/** Closes a source that is not read. */
function close(source: AsyncIterable<unknown>): void {
  const closing = source[Symbol.asyncIterator]().return?.();
  if (closing instanceof Promise) closing.then(nothing, nothing);
}

function nothing(): void {}
