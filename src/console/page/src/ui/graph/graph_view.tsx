import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type GraphEdge, type GraphLayout, type GraphNode, layoutOf, type PlacedNode } from "./layout.ts";

/** What a graph shows. */
export interface GraphViewProps {
  /** Names the graph to people who don't see it. */
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Id of the selected node; its edges and neighbours stand out. */
  readonly selected?: string;
  readonly onSelect: (id: string) => void;
}

/** The part of the graph that is seen. */
interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const maxScale = 2.5;
const minScale = 0.05;
/** Below it labels are hard to read. */
const readableScale = 0.85;

/** A graph that is zoomed by wheel, buttons and keys, and moved by dragging and arrow keys. */
export function GraphView(props: GraphViewProps) {
  const { nodes, edges, label, selected = "", onSelect } = props;
  const layout = useMemo(() => layoutOf(nodes, edges), [nodes, edges]);
  const host = useRef<HTMLDivElement>(null);
  const { view, zoom, move, fit } = useViewport(host, layout, selected);
  const drag = useDrag(move);
  const near = useMemo(() => neighbours(edges, selected), [edges, selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, readonly [number, number]> = {
      ArrowLeft: [60, 0],
      ArrowRight: [-60, 0],
      ArrowUp: [0, 60],
      ArrowDown: [0, -60],
    };
    const step = moves[event.key];
    if (step !== undefined) move(...step);
    else if (event.key === "+") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
  };
  return (
    <div class="graph" ref={host}>
      <svg
        role="group"
        aria-label={`${label}. Arrow keys move, plus and minus zoom, zero fits.`}
        tabindex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <Markers />
        <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
          <g aria-hidden="true">
            {layout.edges.map(({ from, to, path, kind = "" }, at) => (
              <path
                key={at}
                d={path}
                class={`edge ${kind} ${selected === "" ? "" : from === selected || to === selected ? "near" : "far"}`}
                marker-end="url(#arrow)"
              />
            ))}
          </g>
          {layout.nodes.map((node) => (
            <Node
              key={node.id}
              node={node}
              state={selected === "" ? "" : node.id === selected ? "selected" : near.has(node.id) ? "near" : "far"}
              onSelect={onSelect}
            />
          ))}
        </g>
      </svg>
      <div class="graph-buttons">
        <button type="button" class="button small" aria-label="Zoom in" onClick={() => zoom(1.25)}>+</button>
        <button type="button" class="button small" aria-label="Zoom out" onClick={() => zoom(0.8)}>−</button>
        <button type="button" class="button small" onClick={fit}>Fit</button>
      </div>
    </div>
  );
}

function Markers() {
  return (
    <defs>
      <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M0 0 8 4 0 8z" class="arrow" />
      </marker>
    </defs>
  );
}

interface NodeProps {
  readonly node: PlacedNode;
  readonly state: string;
  readonly onSelect: (id: string) => void;
}

function Node({ node: { id, x, y, width, height, label, note, color }, state, onSelect }: NodeProps) {
  const select = () => onSelect(id);
  return (
    <g
      class={`node ${state}`}
      transform={`translate(${x} ${y})`}
      role="button"
      // In SVG the names of attributes are told apart by case.
      tabindex={0}
      aria-pressed={state === "selected"}
      onClick={select}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        select();
      }}
    >
      <rect width={width} height={height} rx="6" />
      <rect class="node-color" width="4" height={height} rx="2" style={color && { fill: `var(${color})` }} />
      <text x="14" y={note === undefined ? 20 : 19}>{label}</text>
      {note !== undefined && <text class="node-note" x="14" y="36">{` ${note}`}</text>}
    </g>
  );
}

function neighbours(edges: readonly GraphEdge[], selected: string): ReadonlySet<string> {
  return new Set(edges.flatMap(({ from, to }) => from === selected ? [to] : to === selected ? [from] : []));
}

function useViewport(host: { readonly current: HTMLDivElement | null }, layout: GraphLayout, selected: string) {
  const [view, setView] = useState<Viewport>({ x: 0, y: 0, scale: 1 });
  // An effect may run when the graph has just left the page.
  const fit = () => host.current && setView(fitting(layout, host.current));
  const begin = () => void (host.current && setView(readable(layout, host.current, selected)));
  const zoom = (factor: number, at?: { readonly x: number; readonly y: number }) =>
    setView(({ x, y, scale }) => {
      const { clientWidth, clientHeight } = host.current!;
      const center = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
      const next = Math.min(maxScale, Math.max(minScale, scale * factor));
      const ratio = next / scale;
      return { x: center.x - (center.x - x) * ratio, y: center.y - (center.y - y) * ratio, scale: next };
    });
  const move = (byX: number, byY: number) => setView(({ x, y, scale }) => ({ x: x + byX, y: y + byY, scale }));
  useEffect(begin, [layout]);
  useEffect(() => {
    const element = host.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
    };
    // Preact's own listener is passive and can't keep the page from scrolling.
    element.addEventListener("wheel", onWheel, { passive: false });
    const resized = new ResizeObserver(begin);
    resized.observe(element);
    return () => {
      element.removeEventListener("wheel", onWheel);
      resized.disconnect();
    };
  }, [layout]);
  return { view, zoom, move, fit };
}

function fitting({ width, height }: GraphLayout, { clientWidth, clientHeight }: HTMLDivElement): Viewport {
  const scale = Math.min(1, clientWidth / Math.max(width, 1), clientHeight / Math.max(height, 1));
  return { x: (clientWidth - width * scale) / 2, y: (clientHeight - height * scale) / 2, scale };
}

/** The whole graph, or where its labels were too small to read, the part around the selected node. */
function readable(layout: GraphLayout, host: HTMLDivElement, selected: string): Viewport {
  const whole = fitting(layout, host);
  const node = layout.nodes.find(({ id }) => id === selected);
  if (node === undefined || whole.scale >= readableScale) return whole;
  const scale = readableScale;
  return {
    x: host.clientWidth / 2 - (node.x + node.width / 2) * scale,
    y: host.clientHeight / 2 - (node.y + node.height / 2) * scale,
    scale,
  };
}

/** Moves by one pointer; a second one is left to the browser. */
function useDrag(move: (byX: number, byY: number) => void) {
  const last = useRef<{ readonly id: number; readonly x: number; readonly y: number } | undefined>(undefined);
  return {
    onPointerDown: ({ pointerId, clientX, clientY }: PointerEvent) => {
      last.current ??= { id: pointerId, x: clientX, y: clientY };
    },
    onPointerMove: ({ pointerId, clientX, clientY, buttons }: PointerEvent) => {
      const from = last.current;
      if (from === undefined || from.id !== pointerId || buttons === 0) return;
      move(clientX - from.x, clientY - from.y);
      last.current = { id: pointerId, x: clientX, y: clientY };
    },
    onPointerUp: () => void (last.current = undefined),
    onPointerLeave: () => void (last.current = undefined),
  };
}
