import { UNNAMED_INTERFACE } from "../model/module_interfaces.ts";
import { labelOf, type MapModule, type ModuleMap } from "./module_map.ts";

/**
 * Describes one module on a page: what it offers, what it uses, who uses it.
 *
 * @param module the module
 * @param map all modules
 * @returns Markdown
 */
export function moduleCanvas(module: MapModule, map: ModuleMap): string {
  const { identifier, descriptor, facts } = module;
  const rows: readonly (readonly [name: string, content: string])[] = [
    ["Base package", code(descriptor.basePackage)],
    ["Type", facts.type === "open" ? "open: all of it may be imported" : ""],
    ["Shared", facts.shared ? "yes: every module may use it" : ""],
    ["Parent", facts.parent === undefined ? "" : code(facts.parent)],
    ["Nested modules", (descriptor.nested ?? []).map(code).join(", ")],
    ["Allowed dependencies", facts.allowedDependencies === undefined ? "" : listOrNone(facts.allowedDependencies)],
    ...Object.entries(facts.interfaces).map(([name, names]) =>
      [name === UNNAMED_INTERFACE ? "Interface" : `Interface ${code(name)}`, names.map(code).join(", ")] as const
    ),
    ["Dependencies", map.dependencies.filter(({ from }) => from === identifier).map(outgoing).join("<br>")],
    ["Used by", map.dependencies.filter(({ to }) => to === identifier).map(({ from }) => code(from)).join(", ")],
  ];
  return [
    `# ${descriptor.displayName}`,
    "",
    ...tableHead,
    ...rows.filter(([, content]) => content !== "").map(([name, content]) => `| ${name} | ${content} |`),
    "",
  ].join("\n");
}

const tableHead: readonly string[] = ["| | |", "|---|---|"];

/** Whether a text is one that {@linkcode moduleCanvas} made. */
export function isCanvas(text: string): boolean {
  const [title = "", blank, ...table] = text.split("\n");
  return title.startsWith("# ") && blank === "" && tableHead.every((line, at) => table[at] === line) &&
    table[tableHead.length]?.startsWith("| Base package | ") === true;
}

function outgoing(dependency: ModuleMap["dependencies"][number]): string {
  const names = dependency.names.filter((name) => name !== "*").map(code).join(", ");
  return `${labelOf(dependency)} ${code(dependency.to)}${names === "" ? "" : `: ${names}`}`;
}

function listOrNone(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.map(code).join(", ");
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}
