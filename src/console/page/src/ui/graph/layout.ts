import dagre from "@dagrejs/dagre";

/** Something that a graph connects. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  /** Told below the label. */
  readonly note?: string;
  /** Name of the CSS variable with the node's colour: `"--blue"`. */
  readonly color?: string;
}

/** A connection between two nodes. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** A CSS class that tells kinds of edges apart. */
  readonly kind?: string;
}

/** A node with its place. */
export interface PlacedNode extends GraphNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A graph with places; all coordinates are pixels from the top left. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly (GraphEdge & { readonly path: string })[];
}

const characterWidth = 7.2;

/**
 * Places nodes in columns, so that edges point to the right.
 *
 * @param nodes the nodes
 * @param edges edges between them; others are left out
 */
export function layoutOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphLayout {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 12, ranksep: 56, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, label, note = "" } of nodes) {
    const width = Math.max(label.length * characterWidth, note.length * 6) + 28;
    graph.setNode(id, { width: Math.max(width, 80), height: note === "" ? 32 : 46 });
  }
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to);
  drawn.forEach(({ from, to }, at) => graph.setEdge(from, to, {}, String(at)));
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    nodes: nodes.map((node) => {
      const placed = graph.node(node.id) as { x: number; y: number; width: number; height: number };
      return { ...node, ...placed, x: placed.x - placed.width / 2, y: placed.y - placed.height / 2 };
    }),
    edges: drawn.map((edge, at) => ({
      ...edge,
      path: pathOf((graph.edge({ v: edge.from, w: edge.to, name: String(at) }) as { points: Point[] }).points),
    })),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line through the points, with rounded corners. */
function pathOf(points: readonly Point[]): string {
  const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return "";
  const curves = rest.map((point, index) => {
    const next = rest[index + 1] ?? last;
    const middle = index === rest.length - 1 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${at(point)} ${at(middle)}`;
  });
  return `M${at(first)} ${curves.length === 0 ? `L${at(last)}` : curves.join(" ")}`;
}
