import { UNNAMED_INTERFACE } from "../model/module_interfaces.ts";
import type { BeanFacts, UseFacts } from "../structure/module_contents.ts";
import { labelOf, type MapModule, type ModuleMap } from "./module_map.ts";

/**
 * Describes a module on a page: its interfaces, its dependencies, and the modules that depend on it.
 *
 * @param module the module
 * @param map all modules
 * @param sources path or URL of the folder with the modules, relative to the page; without it no source is linked
 * @returns Markdown
 */
export function moduleCanvas(module: MapModule, map: ModuleMap, sources?: string): string {
  const { identifier, descriptor, facts } = module;
  const rows: readonly (readonly [name: string, content: string])[] = [
    ["Base package", code(descriptor.basePackage)],
    ["Description", cell(facts.description ?? "")],
    ["Source", sources === undefined ? "" : `[${cell(facts.folder)}](${link(sources + facts.folder)})`],
    ["Type", facts.type === "open" ? "open: all of it may be imported" : ""],
    ["Shared", facts.shared ? "yes: every module may use it" : ""],
    ["Parent", facts.parent === undefined ? "" : code(facts.parent)],
    ["Nested modules", (descriptor.nested ?? []).map(code).join(", ")],
    ["Allowed dependencies", facts.allowedDependencies === undefined ? "" : listOrNone(facts.allowedDependencies)],
    ...Object.entries(facts.interfaces).map(([name, names]) =>
      [name === UNNAMED_INTERFACE ? "Interface" : `Interface ${code(name)}`, names.map(code).join(", ")] as const
    ),
    ...contentsOf(module, sources),
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

/** Whether a text was created by {@linkcode moduleCanvas}. */
export function isCanvas(text: string): boolean {
  const [title = "", blank, ...table] = text.split("\n");
  return title.startsWith("# ") && blank === "" && tableHead.every((line, at) => table[at] === line) &&
    table[tableHead.length]?.startsWith("| Base package | ") === true;
}

/** The rows for the contents of the module, with links to their source files. */
function contentsOf({ facts }: MapModule, sources: string | undefined): (readonly [name: string, content: string])[] {
  const { beans = [], published = [], heard = [], variables = [], uses } = facts;
  const at = (file: string, text: string) => sources === undefined ? text : `[${text}](${link(sources + file)})`;
  const places = (files: readonly string[]) =>
    sources === undefined ? "" : ` in ${files.map((file) => at(file, cell(file.split("/").at(-1)!))).join(", ")}`;
  const owner = (event: string) => uses.find(({ names }) => names.includes(event))?.target;
  const event = ({ name, files }: UseFacts) => {
    const target = owner(name);
    return `${code(name)}${target === undefined ? "" : ` of ${code(target)}`}${places(files)}`;
  };
  const groups = [...Map.groupBy(beans, ({ stereotype }) => stereotype)].map(([stereotype, group]) =>
    `${cell(stereotype)}: ${group.map((bean) => at(bean.file, beanText(bean))).join(", ")}`
  );
  return [
    ["Beans", groups.join("<br>")],
    ["Publishes", published.map(event).join("<br>")],
    ["Listens to", heard.map(event).join("<br>")],
    ["Environment", variables.map(({ name, files }) => `${code(name)}${places(files)}`).join("<br>")],
  ];
}

/** The class of the bean, or its service identifier if the binding does not show the class. */
function beanText({ name, type, stereotype }: BeanFacts): string {
  if (type === undefined || type === name) return code(name);
  const isContract = stereotype === "Components" || stereotype === "Repositories";
  return isContract ? `${code(type)} as ${code(name)}` : code(type);
}

function outgoing(dependency: ModuleMap["dependencies"][number]): string {
  const names = dependency.names.filter((name) => name !== "*").map(code).join(", ");
  return `${labelOf(dependency)} ${code(dependency.to)}${names === "" ? "" : `: ${names}`}`;
}

function listOrNone(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.map(code).join(", ");
}

/** Escapes a text for a table cell: pipes, line breaks and HTML. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

/** Escapes a path or a URL for the target of a link. */
function link(target: string): string {
  return encodeURI(target).replaceAll("(", "%28").replaceAll(")", "%29").replaceAll("#", "%23").replaceAll("?", "%3F");
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}
