import { assertEquals } from "@std/assert";
import { analyse } from "scslre";
import ts from "typescript";
import { filesBelow } from "../../security/files_below.ts";
import { growthOf } from "../../security/processor_time.ts";

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Patterns over texts of this package's own dependencies at start-up, whose messages hold no text of clients, and over
 * definitions of tables, which SQLite has parsed: each comment and quotation in them has an end.
 */
const exceptions = new Set([
  String
    .raw`--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|${"`"}(?:[^${"`"}]|${"`"}${"`"})*${"`"}|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S`,
  'missing metadata on type "(.+?)".* requires at least (\\d+) arg',
  'Trying to resolve bindings for "(.+?)"\\.$',
]);

/** Places that build patterns at run time, each with what bounds it. */
const builtAtRunTime: Readonly<Record<string, string>> = {
  "src/data/query/derived/part_tree.ts": "keywords in the names of query methods, which are code",
  "src/data/store/regular_expression.ts": "an expression that code gives: searches of clients never take one",
  "src/graphql/engine/compiled/plan/reads_info.ts": "the source of a resolver, which is code",
  "src/graphql/wiring/resource_locations.ts": "a glob that code gives",
  "src/graphql/wiring/selected_fields.ts": "a glob that code gives",
  "src/http/path_pattern.ts": "the path of a route: timed in parsers_test.ts",
  "src/kernel/value_path.ts": "fixed parts, over paths that code gives",
  "src/modulith/module_sources_endpoint.ts":
    "fixed parts and a name, over the developer's sources, in development alone",
  "src/modulith/source/excluded_paths.ts": "a glob of the project's own deno.json",
  "src/schema_types/schema_module.ts":
    "fixed parts and a name of a GraphQL type, over text that the command has written",
  "src/schema_types/service_types.ts": "fixed parts and a name of a GraphQL type, over the developer's sources",
  "src/rest/hal/http_date.ts": "fixed parts of fixed length",
};

async function patternsOfSource(): Promise<{ patterns: Pattern[]; built: Set<string> }> {
  const patterns: Pattern[] = [];
  const built = new Set<string>();
  for await (const path of filesBelow("src")) {
    if (!path.endsWith(".ts")) continue;
    const file = ts.createSourceFile(path, await Deno.readTextFile(path), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        patterns.push({ place: `${path}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
        built.add(path);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { patterns, built };
}

/** Whether the static analysis finds two parts of a pattern that take the same characters. */
function isAmbiguous({ source, flags }: Pattern): boolean {
  return analyse({ source, flags }, { maxReports: 1 }).reports.length > 0;
}

/**
 * Texts that make a slow pattern slow: pieces of the pattern, repeated, behind what the pattern begins with. The static
 * analysis doesn't look for the place where a match begins, so quadratic scans for a beginning are found here.
 */
function attacksOn({ source }: Pattern): string[] {
  const literals = source.replace(/\\([sdwbpPSDWuxB])(?:\{[^{}]*\})?/g, " ").replaceAll("\\", "");
  const pieces = new Set([" ", "\t", "a", "A", "1", "/", '"', "\\", "_", "."]);
  for (let length = 1; length <= 3; length++) {
    for (let at = 0; at + length <= Math.min(literals.length, 60); at++) pieces.add(literals.slice(at, at + length));
  }
  const start = /^\^?([\w ]+)/.exec(source)?.[1] ?? "";
  return [...pieces].flatMap((piece) => start === "" ? [piece] : [piece, `${start}\0${piece}`]);
}

function isSlowOn(pattern: Pattern, attack: string): boolean {
  const [start, piece] = attack.includes("\0") ? attack.split("\0") as [string, string] : ["", attack];
  const text = (length: number) => `${start}${piece.repeat(Math.ceil(length / piece.length))}\u{1}`;
  const match = (length: number) => {
    const searched = text(length);
    const expression = new RegExp(pattern.source, pattern.flags);
    return () => void searched.replace(expression, "");
  };
  return growthOf(match, 4_000) > 10;
}

Deno.test("every regular expression in the source takes time linear in the length of what it reads", async () => {
  const { patterns, built } = await patternsOfSource();
  assertEquals([...built].filter((path) => !Object.hasOwn(builtAtRunTime, path)), []);
  const distinct = new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]));
  const slow: string[] = [];
  for (const [text, pattern] of distinct) {
    if (exceptions.has(pattern.source)) continue;
    const attack = isAmbiguous(pattern) ? "analysis" : attacksOn(pattern).find((piece) => isSlowOn(pattern, piece));
    if (attack !== undefined) slow.push(`${pattern.place} ${text} ${JSON.stringify(attack)}`);
  }
  assertEquals(slow, []);
});

Deno.test("the check finds the patterns that were slow once", () => {
  const former = [
    "^bearer +(.*)$",
    "^(\\s|#.*|,|\\uFEFF)*$",
    "\\\\*$",
    "\\/+$",
    "(\\/?\\{[^}]*\\})",
    "\\{\\*[^}]*\\}.",
    "[_.]?([_.]*?[^_.]+)",
    "\\/\\/.*@",
    "#\\{([^}]*)\\}",
    '("(?:[^"\\\\]|\\\\.)*")|\\/\\/[^\\n]*|\\/\\*[^]*?\\*\\/',
    "\\s*$",
  ];
  const missed = former.map((source) => ({ place: "", source, flags: "" })).filter((pattern) =>
    !isAmbiguous(pattern) && !attacksOn(pattern).some((piece) => isSlowOn(pattern, piece))
  );
  assertEquals(missed.map(({ source }) => source), []);
});
