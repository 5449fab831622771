/** What a search for cycles is limited to. */
export interface CycleLimits<N> {
  /** How many are looked for at most. */
  readonly limit: number;
  /** Tells whether cycles that begin with a node are looked for. */
  readonly mayBegin: (node: N) => boolean;
}

/**
 * Lists the cycles of a graph that pass no node twice, each once, beginning with its first node in the graph's order.
 *
 * @param graph for each node those that it leads to
 * @param limits which of them, and how many
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
  /** Nodes from which the start can be reached: without them the search would walk dead ends. */
  readonly canReturn: ReadonlySet<N>;
}

/**
 * The search for the cycles through one node, after Johnson: a node from which no way led back is left aside until one
 * of the nodes that stood in the way is free again. Without that, a clique behind a bottleneck takes for ever.
 */
class CycleSearch<N> {
  readonly #context: SearchContext<N>;
  readonly #path: N[] = [];
  readonly #blocked = new Set<N>();
  /** Nodes that become free with a node. */
  readonly #waiting = new Map<N, Set<N>>();

  constructor(context: SearchContext<N>) {
    this.#context = context;
  }

  /** Tells whether a way back to the start was found. */
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
    if (isClosed) this.#free(node);
    else for (const target of targets) this.#waitersFor(target).add(node);
    this.#path.pop();
    return isClosed;
  }

  #free(node: N): void {
    if (!this.#blocked.delete(node)) return;
    const waiting = this.#waitersFor(node);
    this.#waiting.delete(node);
    for (const each of waiting) this.#free(each);
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
