import { escapeHtml } from "./escape_html.ts";
import { dependencyKinds, kindOf, labelOf, type MapModule, type ModuleMap } from "./module_map.ts";
import { svgDiagram } from "./svg_diagram.ts";

/**
 * Shows the modules in a browser: a diagram, the violations, and a table.
 *
 * @param map the modules and dependencies to show
 * @returns a self-contained HTML page
 */
export function modulePage(map: ModuleMap): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Modules of ${escapeHtml(map.systemName)}</title>
<style>${style}</style>
</head>
<body>
<h1>Modules of ${escapeHtml(map.systemName)}</h1>
<p class="legend">${legend(map)}</p>
<div class="picture">
${svgDiagram(map)}
</div>
${violations(map)}
${table(map)}
</body>
</html>
`;
}

/** The legend of the kinds of lines and boxes in the diagram. */
function legend({ dependencies, modules }: ModuleMap): string {
  const lines = new Set<string>(dependencies.map(kindOf));
  const boxes = new Set(
    modules.flatMap(({ facts }) => [facts.type, ...(facts.parent === undefined ? [] : ["nested"])]),
  );
  return [
    ...Object.entries(dependencyKinds).filter(([kind]) => lines.has(kind)),
    ...["closed", "open", "nested"].filter((kind) => boxes.has(kind)).map((kind) => [`box ${kind}`, `${kind} module`]),
  ].map(([kind, text]) => `<span class="${kind}">${text}</span>`).join(" ");
}

function violations({ violations }: ModuleMap): string {
  if (violations.length === 0) return "";
  const items = violations.map((message) => `<li>${escapeHtml(message)}</li>`).join("\n");
  return `<h2>Violations</h2>\n<ul class="violations">\n${items}\n</ul>`;
}

function table(map: ModuleMap): string {
  const rows = map.modules.map((module) => row(module, map)).join("\n");
  return `<table>
<thead><tr><th>Module</th><th>Base package</th><th>Offers</th><th>Dependencies</th><th>Calls</th><th>Events</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>`;
}

function row({ identifier, descriptor, facts }: MapModule, map: ModuleMap): string {
  const offers = [...new Set(Object.values(facts.interfaces).flat())].join(", ");
  const dependencies = map.dependencies.filter(({ from, types }) => from === identifier && types.length > 0)
    .map((dependency) => `${labelOf(dependency)} ${dependency.to}`).join("; ");
  const calls = map.dependencies.filter(({ to }) => to === identifier).reduce((sum, each) => sum + each.calls, 0) +
    (map.callsFromOutside.get(identifier) ?? 0);
  const cells = [
    descriptor.displayName,
    descriptor.basePackage,
    offers,
    dependencies,
    calls === 0 ? "" : String(calls),
    String(map.deliveries.get(identifier) ?? ""),
  ];
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#888, #999); --uses: light-dark(#1660c5, #6ea8fe);
  --listens: light-dark(#237a35, #63c174); --red: light-dark(#c00, #ff6b6b); --box: light-dark(#f5f7fa, #23272e); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
.picture { overflow-x: auto; }
svg { display: block; margin: 0 auto; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; text-anchor: middle; }
.module rect { fill: var(--box); stroke: var(--module); stroke-width: 2.5; }
.module.nested rect { stroke-dasharray: 5 3; }
.module.open rect { stroke-dasharray: 2 4; }
.module text { font-size: 15px; font-weight: 600; }
.module text.package { font-size: 11px; font-weight: 400; opacity: .7; }
.dependency path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.dependency text { paint-order: stroke; stroke: Canvas; stroke-width: 4px; fill: var(--line); }
.dependency.RUNTIME path { stroke-dasharray: 1 4; }
.dependency.USES_COMPONENT path { stroke: var(--uses); } .dependency.USES_COMPONENT text { fill: var(--uses); }
.dependency.EVENT_LISTENER path { stroke: var(--listens); stroke-dasharray: 6 4; }
.dependency.EVENT_LISTENER text { fill: var(--listens); }
.dependency.violation path { stroke: var(--red); stroke-width: 2.5; } .dependency.violation text { fill: var(--red); }
marker path { fill: var(--line); } marker.USES_COMPONENT path { fill: var(--uses); }
marker.EVENT_LISTENER path { fill: var(--listens); } marker.violation path { fill: var(--red); }
.legend span { border-left: 1.2rem solid var(--line); padding: 0 1rem 0 .4rem; }
.legend .EVENT_LISTENER { border-left-style: dashed; } .legend .RUNTIME { border-left-style: dotted; }
.legend .box { border: 2px solid var(--line); border-radius: 4px; padding: 0 .4rem; }
.legend .nested { border-style: dashed; } .legend .open { border-style: dotted; }
.legend .USES_COMPONENT { border-color: var(--uses); } .legend .EVENT_LISTENER { border-color: var(--listens); }
.legend .violation, .violations { border-color: var(--red); } .violations { color: var(--red); }
table { border-collapse: collapse; margin-top: 1.5rem; width: 100%; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
`;
