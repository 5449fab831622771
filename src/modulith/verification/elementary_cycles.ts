/** The limits of a search for cycles. */
export interface CycleLimits<N> {
  /** Maximum number of cycles to find. */
  readonly limit: number;
  /** Returns whether to search for cycles that begin with a node. */
  readonly mayBegin: (node: N) => boolean;
}

/**
 * Lists the elementary cycles of a graph, each once, beginning with its first node in the graph's order.
 *
 * @param graph the successors of each node
 * @param limits the nodes to begin with, and the maximum number of cycles
 */
export function elementaryCycles<N>(
  graph: ReadonlyMap<N, readonly N[]>,
  { limit, mayBegin }: CycleLimits<N>,
): N[][] {
  const found: N[][] = [];
  const order = new Map([...graph.keys()].map((node, at) => [node, at]));
  for (const start of graph.keys()) {
    if (found.length >= limit) break;
    if (!mayBegin(start)) continue;
    const rank = order.get(start)!;
    const isLater = (node: N) => (order.get(node) ?? -1) >= rank;
    const canReturn = nodesLeadingTo(start, graph, isLater);
    new CycleSearch({ graph, limit, found, canReturn }).from(start);
  }
  return found;
}

interface SearchContext<N> {
  readonly graph: ReadonlyMap<N, readonly N[]>;
  readonly limit: number;
  readonly found: N[][];
  /** Nodes from which the start can be reached; the search visits no others. */
  readonly canReturn: ReadonlySet<N>;
}

/**
 * Johnson's algorithm for the cycles through one node: a node from which no path led back stays blocked until one of
 * the nodes in the way is unblocked. Without blocking, a clique behind a bottleneck takes exponential time.
 */
class CycleSearch<N> {
  readonly #context: SearchContext<N>;
  readonly #path: N[] = [];
  readonly #blocked = new Set<N>();
  /** The nodes to unblock together with a node. */
  readonly #waiting = new Map<N, Set<N>>();

  constructor(context: SearchContext<N>) {
    this.#context = context;
  }

  /** Searches from a node. @returns whether a path back to the start was found */
  from(node: N): boolean {
    const { graph, limit, found, canReturn } = this.#context;
    this.#path.push(node);
    this.#blocked.add(node);
    const targets = (graph.get(node) ?? []).filter((target) => canReturn.has(target));
    let isClosed = false;
    for (const target of targets) {
      if (found.length >= limit) break;
      if (target === this.#path[0]) {
        found.push([...this.#path]);
        isClosed = true;
      } else if (!this.#blocked.has(target)) isClosed = this.from(target) || isClosed;
    }
    if (isClosed) this.#unblock(node);
    else for (const target of targets) this.#waitersFor(target).add(node);
    this.#path.pop();
    return isClosed;
  }

  #unblock(node: N): void {
    if (!this.#blocked.delete(node)) return;
    const waiting = this.#waitersFor(node);
    this.#waiting.delete(node);
    for (const each of waiting) this.#unblock(each);
  }

  #waitersFor(node: N): Set<N> {
    const known = this.#waiting.get(node) ?? new Set();
    this.#waiting.set(node, known);
    return known;
  }
}

function nodesLeadingTo<N>(
  goal: N,
  graph: ReadonlyMap<N, readonly N[]>,
  isIncluded: (node: N) => boolean,
): ReadonlySet<N> {
  const found = new Set<N>([goal]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [node, targets] of graph) {
      if (isIncluded(node) && targets.some((target) => found.has(target))) found.add(node);
    }
  }
  return found;
}
