import { labelOf, type MapDependency, type MapModule, type ModuleMap } from "./module_map.ts";

/** A slot of a row: a module's box, or a gap through which a line passes that skips the row. */
export interface Slot {
  readonly module: MapModule | undefined;
  readonly width: number;
  x: number;
  y: number;
}

/** A line from the lower side of one box to the upper side of another, through gaps. */
export interface Line {
  readonly dependency: MapDependency;
  /** From top to bottom. */
  readonly slots: readonly Slot[];
  /** Whether the dependency points upwards, which happens only in a cycle. */
  readonly pointsUp: boolean;
}

/** The positions of all boxes and lines of a diagram. */
export interface MapLayout {
  readonly slots: readonly Slot[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** Height of a box, in pixels. */
export const boxHeight = 56;
const rowGap = 96;
const columnGap = 44;
const margin = 32;

/**
 * Arranges the modules in rows: a module is above those that it depends on, and lines do not cross boxes.
 *
 * @param map the modules and dependencies to draw
 */
export function layOut(map: ModuleMap): MapLayout {
  const levels = levelsOf(map);
  const top = Math.max(-1, ...levels.values());
  const rows: Slot[][] = Array.from({ length: top + 1 }, () => []);
  const boxes = new Map<string, Slot>();
  for (const module of map.modules) {
    const slot = { module, width: widthOf(module), x: 0, y: 0 };
    boxes.set(module.identifier, slot);
    rows[top - levels.get(module.identifier)!]!.push(slot);
  }
  const lines = map.dependencies.filter(({ from, to }) => boxes.has(from) && boxes.has(to))
    .map((dependency) => lineOf(dependency, { levels, boxes, rows }));
  sortRows(rows, lines);
  const width = place(rows);
  return {
    slots: rows.flat(),
    lines,
    width,
    height: 2 * margin + Math.max(0, rows.length * (boxHeight + rowGap) - rowGap),
  };
}

/** The approximate width of the longest line of text. */
function widthOf({ descriptor }: MapModule): number {
  return Math.max(120, Math.max(descriptor.displayName.length * 9, descriptor.basePackage.length * 7) + 28);
}

interface Rows {
  readonly levels: ReadonlyMap<string, number>;
  readonly boxes: ReadonlyMap<string, Slot>;
  readonly rows: readonly Slot[][];
}

function lineOf(dependency: MapDependency, { levels, boxes, rows }: Rows): Line {
  const { from, to } = dependency;
  const pointsUp = levels.get(from)! < levels.get(to)!;
  const [upper, lower] = pointsUp ? [to, from] : [from, to];
  const gaps: Slot[] = [];
  for (let row = rows.length - levels.get(upper)!; row < rows.length - 1 - levels.get(lower)!; row++) {
    const gap = { module: undefined, width: textOf(dependency).length * 7, x: 0, y: 0 };
    rows[row]!.push(gap);
    gaps.push(gap);
  }
  return { dependency, slots: [boxes.get(upper)!, ...gaps, boxes.get(lower)!], pointsUp };
}

/** The label of a line. */
export function textOf(dependency: MapDependency): string {
  const { calls, deliveries } = dependency;
  const seen = [[calls, "call"], [deliveries, "event"]] as const;
  const counts = seen.filter(([count]) => count > 0).map(([count, noun]) =>
    `${count} ${noun}${count === 1 ? "" : "s"}`
  );
  return labelOf(dependency) + (counts.length === 0 ? "" : ` (${counts.join(", ")})`);
}

/** Sorts each row by the positions of connected slots in the neighbouring row, downwards and upwards a few times. */
function sortRows(rows: readonly Slot[][], lines: readonly Line[]): void {
  const neighbours = new Map<Slot, Slot[]>();
  const connect = (a: Slot, b: Slot) => neighbours.set(a, [...neighbours.get(a) ?? [], b]);
  for (const { slots } of lines) {
    slots.slice(1).forEach((slot, at) => {
      connect(slot, slots[at]!);
      connect(slots[at]!, slot);
    });
  }
  for (const order of [rows, rows.toReversed(), rows]) {
    order.slice(1).forEach((row, at) => {
      const position = new Map(order[at]!.map((slot, column) => [slot, column]));
      const weights = new Map(row.map((slot, column) => {
        const columns = (neighbours.get(slot) ?? []).flatMap((each) => position.get(each) ?? []);
        return [slot, columns.length === 0 ? column : columns.reduce((sum, each) => sum + each) / columns.length];
      }));
      row.sort((a, b) => weights.get(a)! - weights.get(b)!);
    });
  }
}

/** Sets the position of every slot. @returns the width of the diagram */
function place(rows: readonly Slot[][]): number {
  const widths = rows.map((row) => row.reduce((sum, slot) => sum + slot.width + columnGap, -columnGap));
  const width = Math.max(320, ...widths) + 2 * margin;
  rows.forEach((row, at) => {
    let x = (width - widths[at]!) / 2;
    for (const slot of row) {
      slot.x = x;
      slot.y = margin + at * (boxHeight + rowGap);
      x += slot.width + columnGap;
    }
  });
  return width;
}

/** The level of each module: the longest path downwards, ignoring edges that close a cycle. */
function levelsOf({ modules, dependencies }: ModuleMap): Map<string, number> {
  const levels = new Map<string, number>();
  const open = new Set<string>();
  const visit = (identifier: string): number => {
    const known = levels.get(identifier);
    if (known !== undefined) return known;
    open.add(identifier);
    const below = dependencies.filter(({ from, to }) => from === identifier && !open.has(to)).map(({ to }) =>
      visit(to)
    );
    open.delete(identifier);
    const level = Math.max(-1, ...below) + 1;
    levels.set(identifier, level);
    return level;
  };
  for (const { identifier } of modules) visit(identifier);
  return levels;
}
