/**
 * Lists the cycles of a graph that pass no node twice, each once, beginning with its first node in the graph's order.
 *
 * @param graph for each node those that it leads to
 * @param limit how many are looked for at most
 */
export function elementaryCycles<N>(graph: ReadonlyMap<N, readonly N[]>, limit: number): N[][] {
  const found: N[][] = [];
  const order = new Map([...graph.keys()].map((node, at) => [node, at]));
  for (const start of graph.keys()) {
    if (found.length >= limit) break;
    const rank = order.get(start)!;
    const isLater = (node: N) => (order.get(node) ?? -1) >= rank;
    const canReturn = nodesLeadingTo(start, graph, isLater);
    search([start], { graph, limit, found, canReturn });
  }
  return found;
}

interface Search<N> {
  readonly graph: ReadonlyMap<N, readonly N[]>;
  readonly limit: number;
  readonly found: N[][];
  /** Nodes from which the start can be reached: without them the search would walk dead ends over and over. */
  readonly canReturn: ReadonlySet<N>;
}

function search<N>(path: readonly N[], context: Search<N>): void {
  const { graph, limit, found, canReturn } = context;
  for (const next of graph.get(path.at(-1)!) ?? []) {
    if (found.length >= limit) return;
    if (next === path[0]) found.push([...path]);
    else if (canReturn.has(next) && !path.includes(next)) search([...path, next], context);
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
