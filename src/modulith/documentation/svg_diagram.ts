import { escapeHtml } from "./escape_html.ts";
import { boxHeight, layOut, type Line, type Slot, textOf } from "./map_layout.ts";
import { dependencyKinds, kindOf, labelOf, type MapModule, type ModuleMap } from "./module_map.ts";

/**
 * Draws the modules as an SVG image.
 *
 * @param map the modules and dependencies to draw
 */
export function svgDiagram(map: ModuleMap): string {
  const { slots, lines, width, height } = layOut(map);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
    ` role="img" aria-label="Modules of ${escapeHtml(map.systemName)}">`,
    ...Object.keys(dependencyKinds).map(marker),
    ...lines.map((line) => connection(line, lines)),
    ...slots.flatMap((slot) => slot.module === undefined ? [] : [box(slot, slot.module, map)]),
    "</svg>",
  ].join("\n");
}

function marker(kind: string): string {
  return `<marker id="arrow-${kind}" class="${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7"` +
    ` markerHeight="7" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z"/></marker>`;
}

function box({ x, y, width }: Slot, { identifier, descriptor, facts }: MapModule, map: ModuleMap): string {
  const calls = map.callsFromOutside.get(identifier) ?? 0;
  const title = [
    identifier,
    facts.parent === undefined ? "" : `nested in ${facts.parent}`,
    facts.type === "open" ? "open" : "",
    calls === 0 ? "" : `${calls} ${calls === 1 ? "call" : "calls"} from outside of all modules`,
  ].filter((part) => part !== "").join(", ");
  const centre = x + width / 2;
  return [
    `<g class="module ${facts.type}${facts.parent === undefined ? "" : " nested"}" style="--module: ${
      colorOf(map, identifier)
    }">`,
    `<title>${escapeHtml(title)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${boxHeight}" rx="8"/>`,
    `<text x="${centre}" y="${y + 24}">${escapeHtml(descriptor.displayName)}</text>`,
    `<text class="package" x="${centre}" y="${y + 42}">${escapeHtml(descriptor.basePackage)}</text>`,
    "</g>",
  ].join("");
}

/** Hue of a module, in steps of the golden angle, which keeps any number of hues far apart. */
function colorOf({ modules }: ModuleMap, identifier: string): string {
  const at = modules.map((module) => module.identifier).sort().indexOf(identifier);
  return `oklch(65% .15 ${Math.round(at * 1375.08) / 10 % 360})`;
}

function connection(line: Line, lines: readonly Line[]): string {
  const { dependency, pointsUp } = line;
  const kind = kindOf(dependency);
  const names = dependency.names.filter((name) => name !== "*").join(", ");
  const { path, x, y } = pathOf(line, lines);
  return [
    `<g class="dependency ${kind}">`,
    `<title>${
      escapeHtml(`${dependency.from} ${labelOf(dependency)} ${dependency.to}${names && `: ${names}`}`)
    }</title>`,
    `<path d="${path}" marker-${pointsUp ? "start" : "end"}="url(#arrow-${kind})"/>`,
    `<text x="${x}" y="${y}">${escapeHtml(textOf(dependency))}</text>`,
    "</g>",
  ].join("");
}

/** The path of the line, and the position of its label: in the middle gap, or half-way between two boxes. */
function pathOf(line: Line, lines: readonly Line[]): { path: string; x: number; y: number } {
  const { slots } = line;
  const upper = slots[0]!;
  const lower = slots.at(-1)!;
  let x = portOf(line, upper, lines);
  let y = upper.y + boxHeight;
  let path = `M${x} ${y}`;
  for (const slot of slots.slice(1)) {
    const nextX = slot === lower ? portOf(line, lower, lines) : slot.x + slot.width / 2;
    const half = (y + slot.y) / 2;
    path += `C${x} ${half} ${nextX} ${half} ${nextX} ${slot.y}`;
    x = nextX;
    y = slot.y;
    if (slot === lower) break;
    y += boxHeight;
    path += `V${y}`;
  }
  const gap = slots.length > 2 ? slots[Math.floor(slots.length / 2)]! : undefined;
  if (gap !== undefined) return { path, x: gap.x + gap.width / 2, y: gap.y + boxHeight / 2 };
  const startX = portOf(line, upper, lines);
  // Labels of lines from the same box have different heights, so that they do not overlap.
  const beside = lines.filter(({ slots }) => slots[0] === upper);
  const shift = (beside.indexOf(line) - (beside.length - 1) / 2) * 16;
  return { path, x: (startX + x) / 2, y: (upper.y + boxHeight + lower.y) / 2 + Math.max(-32, Math.min(32, shift)) };
}

/** The horizontal position of a line at its box: lines of a side are sorted by the positions of their other ends. */
function portOf(line: Line, box: Slot, lines: readonly Line[]): number {
  const isUpper = line.slots[0] === box;
  const next = ({ slots }: Line) => isUpper ? slots[1]! : slots.at(-2)!;
  const together = lines.filter(({ slots }) => (isUpper ? slots[0] : slots.at(-1)) === box)
    .sort((a, b) => next(a).x + next(a).width / 2 - next(b).x - next(b).width / 2);
  return box.x + box.width * (together.indexOf(line) + 1) / (together.length + 1);
}
