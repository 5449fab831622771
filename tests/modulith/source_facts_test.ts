import { assertEquals, assertThrows } from "@std/assert";
import { type SourceExport, type SourceReference } from "@espalier/espalier/modulith";
import { readSourceFacts } from "../../src/modulith/source/read_source_facts.ts";

function references(source: string, path = "file.ts"): readonly SourceReference[] {
  return readSourceFacts(source, path).references;
}

function specifiers(source: string, path = "file.ts"): readonly string[] {
  return references(source, path).map(({ specifier }) => specifier);
}

Deno.test("B2.1 every form of import and re-export is read with names, line and kind", () => {
  const cases: readonly [source: string, expected: Omit<SourceReference, "line">][] = [
    ['import "a"', { specifier: "a", kind: "import", typeOnly: false, names: [] }],
    ['import x from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["default"] }],
    ['import * as x from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["*"] }],
    ['import { a, b as c } from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["a", "b"] }],
    ['import x, { b } from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["default", "b"] }],
    ['import x, * as y from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["default", "*"] }],
    ['import {} from "a"', { specifier: "a", kind: "import", typeOnly: false, names: [] }],
    ['import type X from "a"', { specifier: "a", kind: "import", typeOnly: true, names: ["default"] }],
    ['import type { X } from "a"', { specifier: "a", kind: "import", typeOnly: true, names: ["X"] }],
    ['import type * as X from "a"', { specifier: "a", kind: "import", typeOnly: true, names: ["*"] }],
    ['import { type X, type Y } from "a"', { specifier: "a", kind: "import", typeOnly: true, names: ["X", "Y"] }],
    ['import { type X, y } from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["X", "y"] }],
    ['import type from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["default"] }],
    ['import { type } from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["type"] }],
    ['import { type as as } from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["type"] }],
    ['import { "a-b" as c } from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["a-b"] }],
    ['import defer * as x from "a"', { specifier: "a", kind: "import", typeOnly: false, names: ["*"] }],
    ['import x = require("a")', { specifier: "a", kind: "import", typeOnly: false, names: ["*"] }],
    ['import x from "a" with { type: "json" }', {
      specifier: "a",
      kind: "import",
      typeOnly: false,
      names: ["default"],
    }],
    ['import /* no */ { a, // no "b"\n b } from /**/ "a"', {
      specifier: "a",
      kind: "import",
      typeOnly: false,
      names: ["a", "b"],
    }],
    ["import x from 'a'", { specifier: "a", kind: "import", typeOnly: false, names: ["default"] }],
    ['import x from "\\u0061"', { specifier: "a", kind: "import", typeOnly: false, names: ["default"] }],
    ['export * from "a"', { specifier: "a", kind: "export", typeOnly: false, names: ["*"] }],
    ['export * as x from "a"', { specifier: "a", kind: "export", typeOnly: false, names: ["*"] }],
    ['export type * from "a"', { specifier: "a", kind: "export", typeOnly: true, names: ["*"] }],
    ['export { a as b } from "a"', { specifier: "a", kind: "export", typeOnly: false, names: ["a"] }],
    ['export { type A } from "a"', { specifier: "a", kind: "export", typeOnly: true, names: ["A"] }],
    ['import x from "\\x61\\\n"', { specifier: "a", kind: "import", typeOnly: false, names: ["default"] }],
    ['import x from "\\u{110000}a\\t"', {
      specifier: "\\u{110000}a\t",
      kind: "import",
      typeOnly: false,
      names: ["default"],
    }],
    ["import\u00a0x\u2003from\u3000'a'", { specifier: "a", kind: "import", typeOnly: false, names: ["default"] }],
    ["import(`\\${a}`)", { specifier: "${a}", kind: "dynamic", typeOnly: false, names: ["*"] }],
    ['await import("a")', { specifier: "a", kind: "dynamic", typeOnly: false, names: ["*"] }],
    ["f(...import(`a`))", { specifier: "a", kind: "dynamic", typeOnly: false, names: ["*"] }],
    ['import("a", { with: {} })', { specifier: "a", kind: "dynamic", typeOnly: false, names: ["*"] }],
    ['import("a").then(f)', { specifier: "a", kind: "dynamic", typeOnly: false, names: ["*"] }],
    ['let x: import("a").T', { specifier: "a", kind: "type", typeOnly: true, names: ["T"] }],
    ['let x: import("a", { with: { "resolution-mode": "import" } }).T', {
      specifier: "a",
      kind: "type",
      typeOnly: true,
      names: ["T"],
    }],
    ['let x: typeof import("a")', { specifier: "a", kind: "type", typeOnly: true, names: ["*"] }],
  ];
  for (const [source, expected] of cases) {
    assertEquals(references(`// one\n${source}`), [{ ...expected, line: 2 }], source);
  }
});

Deno.test("B2.1 files of workers, and those that CommonJS modules require, are references", () => {
  const worker = (specifier: string) => ({ specifier, kind: "dynamic", typeOnly: false, names: [], line: 1 });
  const required = (specifier: string) => ({ specifier, kind: "import", typeOnly: false, names: ["*"], line: 1 });
  const cases: readonly [path: string, source: string, expected: readonly unknown[]][] = [
    ["a.ts", "new Worker(new URL('../b/w.ts', import.meta.url), { type: 'module' })", [worker("../b/w.ts")]],
    ["a.ts", 'x = new Worker(\n  new URL("w.ts", import.meta.url).href)', [worker("./w.ts")]],
    ["a.ts", 'new Worker(new URL("https://a.b/w.ts", import.meta.url))', [worker("https://a.b/w.ts")]],
    ["a.ts", 'new Worker(new URL("w.ts", base)); Worker(new URL("w.ts", import.meta.url)); new Worker("w.ts")', []],
    ["a.ts", "new SharedWorker(new URL('w.ts', import.meta.url))", [worker("./w.ts")]],
    ["a.ts", "new Worker(import.meta.resolve('./w.ts'), {})", [worker("./w.ts")]],
    ["a.ts", "new Worker(new URL(import.meta.resolve('../w.ts')))", [worker("../w.ts")]],
    ["a.ts", "new URL('./data.json', import.meta.url); new Worker(new URL(`./${x}`, import.meta.url))", []],
    ["a.ts", 'require("./b")', []],
    ["a.cjs", 'const { b } = require("../b/x.cjs"), c = require(`fs`).promises', [
      required("../b/x.cjs"),
      required("fs"),
    ]],
    ["a.cts", 'const b = require("../b"); import c = require("../c");', [required("../b"), required("../c")]],
    ["a.cjs", 'x.require("a"); require("a" + b); require(a); require.resolve("a"); "require(\'a\')"', []],
  ];
  for (const [path, source, expected] of cases) assertEquals<unknown>(references(source, path), expected, source);
});

Deno.test("B2.1 text that only looks like an import is ignored (C-238)", () => {
  const sources = [
    '// import "a"',
    '/* import "a" */',
    "'import \"a\"'",
    '"\\"import \'a\'"',
    '`import "a" ${`import "a"`}`',
    '/import "a"/.test(x)',
    "return /[/'\"`]/.test(x)",
    'if (x) /import "a"/.test(x)',
    "x.import('a')",
    "class X { #import(x: string) {} }",
    "const x = { import: 'a', export: 'b' }",
    "import.meta.url",
    "import(`a${x}`)",
    "import(name)",
    "import x = A.B",
    "export default 'a'",
    "export const from = 'a'",
  ];
  for (const source of sources) assertEquals(references(source), [], source);
});

Deno.test("B2.1 code after slashes, templates and braces is still read", () => {
  const sources = [
    "a / b; import('a') / c",
    "a++ / 2; import('a') /2/ 1",
    "x! / 2; import('a')",
    "f() / 2; /'/.test(import('a'))",
    "({}) / 2; import('a') // '",
    "`${ { a: `}` } }`; import('a')",
    "`${import('a')}`",
    "if (x) {} /'/.test(import('a'))",
    "const x = { a: 1 } / 2; import('a') / 2",
    "x = y ? /'/ : import('a')",
    "'unclosed\nimport('a')",
    "a\u00a0/ 2; import('a')",
    "a\u3000/ 2; import('a') / 1",
    "export {}\n/'/.test(import('a'))",
    "export { b }\n/'/.test(import('a'))",
    "`${() => { f(import('a', { with: { type: ')' } })); }} ' `; '",
  ];
  for (const source of sources) assertEquals(specifiers(source), ["a"], source);
});

Deno.test("B2.1 the text of JSX is no code, its braces are (C-238)", () => {
  const cases: readonly [source: string, expected: readonly string[]][] = [
    ["const x = <p>Don't import 'a'</p>; import('b')", ["b"]],
    ["const x = <p title='import \"a\"'>{import('b')} // import('c')</p>", ["b"]],
    ["const x = <><A.B x:y={() => import('b')} /><C<string>>it's</C></>; import('d')", ["b", "d"]],
    ["export default <p>it's</p>; import('a')", ["a"]],
    ["const f = <T,>(x: T) => import('a'); const s = 'it'", ["a"]],
    ["const f = <T extends U>(x: T) => import('a')", ["a"]],
    ["type F = <T>(x: T) => void; import('a')", ["a"]],
    ["if (a < b || c > d) import('a')", ["a"]],
  ];
  for (const [source, expected] of cases) assertEquals(specifiers(source, "file.tsx"), expected, source);
});

Deno.test("B2.1 import.meta.resolve names a file, and so do comments that name types", () => {
  const types = (specifier: string, names: readonly string[] = []) => ({
    ...{ specifier, kind: "type", typeOnly: true, names, line: 1 },
  });
  const other = (specifier: string, kind: string, names: readonly string[], line = 1) => ({
    ...{ specifier, kind, typeOnly: false, names, line },
  });
  const cases: readonly [source: string, expected: readonly unknown[]][] = [
    ["const x = import.meta.resolve('./a.ts')", [other("./a.ts", "dynamic", [])]],
    ["await import(import.meta.resolve('./a.ts'))", [other("./a.ts", "dynamic", ["*"])]],
    ["import.meta . resolve ( './a.ts' , ) / 2; import('b/c')", [
      other("./a.ts", "dynamic", []),
      other("b/c", "dynamic", ["*"]),
    ]],
    ["import.meta.resolve(x); import.meta.resolve('a' + x); import.meta.url; x.import.meta.resolve('a')", []],
    ["/// <reference types='./a.d.ts' />", [types("./a.d.ts")]],
    ['/// <reference resolution-mode="import" path="a.d.ts" />', [types("./a.d.ts")]],
    ['/// <reference lib="dom" />', []],
    ["x; /// <reference types='./a.d.ts' />", []],
    ["// <reference types='./a.d.ts' />", []],
    ["// @ts-self-types='./a.d.ts'", [types("./a.d.ts")]],
    ['// @deno-types="./a.d.ts"\nimport { a } from "./a.js"', [
      types("./a.d.ts", ["a"]),
      other("./a.js", "import", ["a"], 2),
    ]],
    ["/* @ts-types = './a.d.ts' */ export * from './a.js'", [
      types("./a.d.ts", ["*"]),
      other("./a.js", "export", ["*"]),
    ]],
    ["// @deno-types=./a.d.ts\n'use x'; import './a.js'", [other("./a.js", "import", [], 2)]],
    ["await import(/* @deno-types='./a.d.ts' */ './a.js')", [
      types("./a.d.ts", ["*"]),
      other("./a.js", "dynamic", ["*"]),
    ]],
  ];
  for (const [source, expected] of cases) assertEquals<unknown>(references(source), expected, source);
});

Deno.test("B2.1 in JavaScript, comments that document types name the files of these types", () => {
  const source = `/**
 * @import { Book, type Author as Writer } from "./books.js"
 * @typedef {{ name: "}", tags: import("./tags.js").Tag[] }} Shelf not import("./text.js").Text
 */
/**
 * @param {Map<string, import("../orders/mod.js").Order>} orders
 * @param stock {typeof import("./stock.js")}
 * @returns {void} \`@type {import("./code.js").Code}\`
 */
export function place(orders, stock) {}
/* @type {import("./plain.js").Plain} */
`;
  const types = (specifier: string, names: string[], line: number) => ({
    specifier,
    kind: "type" as const,
    typeOnly: true,
    names,
    line,
  });
  assertEquals(readSourceFacts(source, "place.js").references, [
    types("./books.js", ["Book", "Author"], 2),
    types("./tags.js", ["Tag"], 3),
    types("../orders/mod.js", ["Order"], 6),
    types("./stock.js", ["*"], 7),
  ]);
  // In TypeScript they are text.
  assertEquals(readSourceFacts(source, "place.ts").references, []);
});

Deno.test("B2.1 a comment that names where JSX comes from names a file", () => {
  const source = `#!/usr/bin/env -S deno run
/**
 * @jsxRuntime automatic
 * @jsxImportSource ../elements
 */
// @jsxImportSource line
/** @jsxImportSourceTypes @types/elements */
export const page = <p>@jsxImportSource text</p>;
/** @jsxImportSource late */
`;
  const references = [
    { specifier: "../elements/jsx-runtime", kind: "import", typeOnly: false, names: [], line: 2 },
    { specifier: "@types/elements/jsx-runtime", kind: "type", typeOnly: true, names: [], line: 7 },
  ];
  assertEquals(readSourceFacts(source, "page.tsx").references as unknown, references);
  assertEquals(readSourceFacts(source, "page.ts").references, []);
});

Deno.test("B2.1 a load of a computed file is noticed with its line", () => {
  const cases: readonly [source: string, expected: readonly string[]][] = [
    ["import('./a' + b)", ["import('./a' + b)"]],
    ["const x = await import(`./${a}.ts`, { with: {} })", ["import(`./${a}.ts`, { with: {} })"]],
    ["c ? import(a) : import(f(b))", ["import(a) : import(f(b))", "import(f(b))"]],
    ["f(import(f(import(a))))", ["import(f(import(a))))", "import(a))))"]],
    ["new Worker(url)", ["Worker(url)"]],
    ["new Worker(new URL(file, import.meta.url))", ["Worker(new URL(file, import.meta.url))"]],
    ["new Worker(new URL('w.ts', base))", ["Worker(new URL('w.ts', base))"]],
    ["import(import.meta.resolve(a))", ["import(import.meta.resolve(a))"]],
    ["import('a'); import(`a`); import(import.meta.resolve('a')); new Worker(new URL('a', import.meta.url))", []],
    ["new Worker('https://a.b/c.js'); new Worker(new URL('https://a.b/c.js')); import.meta.url", []],
    ["class A { import(x) { } get import() { } async import(x, y) { } }", []],
    [
      "interface A { a: 1; import(x: string): void, import(y: 1): void } const b = { c, import(x) {} }; a.import(x)",
      [],
    ],
    ["let x: import('a').B; type C = typeof import('a')", []],
  ];
  for (const [source, expected] of cases) {
    const { computed } = readSourceFacts(`// one\n${source}`, "a.ts");
    assertEquals(computed, expected.map((text) => ({ text, line: 2 })), source);
  }
  assertEquals(readSourceFacts("require(a); require('b'); require", "a.cjs").computed, [{
    text: "require(a)",
    line: 1,
  }]);
});

Deno.test("B2.1 a computed dynamic import names no file", () => {
  const source = 'import("../b/" + name); import("a" in b); import("../c.ts", { with: { type: "json" } });';
  const { references } = readSourceFacts(source, "x.ts");
  assertEquals(references.map(({ specifier }) => specifier), ["../c.ts"]);
});

Deno.test("B2.1 exported names are read, with their references and the tags of comments", () => {
  const { exports } = readSourceFacts(
    `import { a as local, type B } from "./a.ts";
export { local as a, type B };
export { default as C } from "./c.ts";
export * from "./d.ts";
export * as e from "./e.ts";
/** For ourselves. @internal */
export function f() {}
/** @namedInterface spi, events */
export abstract class G {}
export const enum H {}
export async function* i() {}
export const { j, k: l = 1, ...m } = n;
export declare interface N {}
export type O<T> = T;
export default class {}
const p = 1, q = 2;
export { p, q as r };
`,
    "file.ts",
  );
  assertEquals(exports, [
    { name: "a", reference: 0, imported: "a" },
    { name: "B", reference: 0, imported: "B" },
    { name: "C", reference: 1, imported: "default" },
    { name: "*", reference: 2, imported: "*" },
    { name: "e", reference: 3, imported: "*" },
    { name: "f", internal: true },
    { name: "G", namedInterfaces: ["spi", "events"] },
    { name: "H" },
    { name: "i" },
    { name: "j" },
    { name: "l" },
    { name: "m" },
    { name: "N" },
    { name: "O" },
    { name: "default" },
    { name: "p" },
    { name: "r", local: "q" },
  ]);
});

Deno.test("B2.2 comments and decorators may occur between an export and its tags", () => {
  const cases: readonly [between: string, counts: boolean][] = [
    ["// deno-lint-ignore no-explicit-any", true],
    ["/* plain */", true],
    ["@Externalized", true],
    ['@some.Mark("a) b", `(${1})`, { c: [")"] /* ) */ })\n@Other()\n// why', true],
    ["@(make(1))", true],
    ["const other = 1;", false],
    ["@Mark() class Other {}", false],
    ["/** About something else. */", false],
  ];
  for (const [between, counts] of cases) {
    const { exports } = readSourceFacts(`/** @internal */\n${between}\nexport class A {}`, "file.ts");
    assertEquals(exports, [{ name: "A", ...(counts && { internal: true }) }], between);
  }
});

Deno.test("B2.2 tags of a declaration apply if it is exported later", () => {
  const exportsOf = (source: string) => readSourceFacts(source, "orders/spi/file.ts").exports;
  const cases: readonly [source: string, expected: readonly SourceExport[]][] = [
    ["/** @internal */\nclass A {}\nexport { A };", [{ name: "A", internal: true }]],
    ["export { a as b };\n/** @namedInterface spi */\nconst a = 1;", [{
      name: "b",
      local: "a",
      namedInterfaces: ["spi"],
    }]],
    ["/** @internal */ @Mark() abstract class A {} export default A", [{
      name: "default",
      local: "A",
      internal: true,
    }]],
    ["/** @internal */ async function* a() {} export { type b, a };", [{ name: "b" }, { name: "a", internal: true }]],
    ["/** @namedInterface */ interface A {}\nexport type { A };", [
      { name: "A", namedInterfaces: ["spi"], isNamedByFolder: true },
    ]],
    ["/** @internal */ type A = 1; /** @namedInterface spi */ export { A };", [
      { name: "A", internal: true, namedInterfaces: ["spi"] },
    ]],
    ["/** @internal */ interface A {}\nconst A = 1; export { A };", [{ name: "A", internal: true }]],
    ["class C { /** @internal */ type = 1 }\nclass A {} export { A, type };", [{ name: "A" }, { name: "type" }]],
    ["/** @internal */ /** about A */ class A {} export { A };", [{ name: "A" }]],
    ["/** @internal */ class A {} export default A.b;", [{ name: "default" }]],
    ["/** @internal */ class A {} export default A\n  as B;", [{ name: "default" }]],
    ["/** @internal */ class A {} export default A\nclass B {}", [{ name: "default", local: "A", internal: true }]],
  ];
  for (const [source, expected] of cases) {
    const found = exportsOf(source);
    assertEquals(found, expected, source);
  }
});

Deno.test("B2.2 names that are exported together may each have a comment of their own", () => {
  for (const from of ["", ' from "./x.ts"']) {
    const { exports } = readSourceFacts(
      `/** @namedInterface spi */
export {
  /** @internal */ A,
  /** @internal */ /** @namedInterface api */
  // about B
  B as C, /* @internal */ type D /** @internal */,
}${from};`,
      "file.ts",
    );
    assertEquals(exports.map(({ name, internal, namedInterfaces }) => [name, internal, namedInterfaces]), [
      ["A", true, ["spi"]],
      ["C", undefined, ["api"]],
      ["D", undefined, ["spi"]],
    ]);
  }
});

Deno.test("B2.1 a default export has the name of its declaration, and decorators may follow the word export", () => {
  const { exports, references } = readSourceFacts(
    `import { A } from "./a.ts";
export default A;
export @Mark(() => import("./b.ts")) class B {}
namespace C { export const inner = 1; export { inner as other }; }
`,
    "file.ts",
  );
  assertEquals(exports, [{ name: "default", reference: 0, imported: "A" }, { name: "B" }]);
  const named = [
    "class A {}",
    "abstract class A {}",
    "async function* A() {}",
    "interface A {}",
    "@Mark() class A {}",
    "A;",
  ];
  for (const declared of named) {
    assertEquals(readSourceFacts(`export default ${declared}`, "file.ts").exports, [{ name: "default", local: "A" }]);
  }
  for (
    const unnamed of ["class {}", "class extends B {}", "function () {}", "() => A", "new A()", "A.b", '"A"', "{ A }"]
  ) {
    assertEquals(readSourceFacts(`export default ${unnamed}`, "file.ts").exports, [{ name: "default" }], unnamed);
  }
  assertEquals(references.map(({ specifier }) => specifier), ["./a.ts", "./b.ts"]);
});

Deno.test("B2.1 behind an import a statement begins, and nothing of it is left open", () => {
  for (const first of ["import 'b'", "import x from 'b'", "export * from 'b'"]) {
    assertEquals(specifiers(`${first}\n/'/.test(import('a'))`), ["b", "a"], first);
  }
  const { exports } = readSourceFacts("declare module 'm' { import x = require('a'); export const y = 1; }", "x.d.ts");
  assertEquals(exports, []);
});

Deno.test("B2.1 tags of exported variables apply to each of them", () => {
  const { exports, references } = readSourceFacts(
    `/** @internal */
export const a = import("./a.ts"), { b, c: [d] = [import("./b.ts")] } = e;
export let f, g;`,
    "file.ts",
  );
  assertEquals(exports, [
    ...["a", "b", "d"].map((name) => ({ name, internal: true as const })),
    { name: "f" },
    { name: "g" },
  ]);
  assertEquals(references.map(({ specifier }) => specifier), ["./a.ts", "./b.ts"]);
});

Deno.test("B2.1 many exported variables, and comparisons after them, are read in linear time", () => {
  const count = 30_000;
  const names = Array.from({ length: count }, (_, at) => `v${at} = f<A, B>(${at})`);
  const comparisons = "x < y + ".repeat(count);
  const start = performance.now();
  const { exports } = readSourceFacts(`export const ${names.join(", ")}, a = ${comparisons}1, b = 2`, "file.ts");
  assertEquals(exports.length, count + 2);
  // Minutes where each is looked at once for every other one.
  assertEquals(performance.now() - start < 5_000, true);
});

Deno.test("B2.1 unclosed patterns and brackets are read in linear time", () => {
  const endless = [
    "export const {\n",
    "export const [\n",
    "export @a(\n",
    "export const a = 1, {",
    "/** @internal */ export @a(",
  ];
  const start = performance.now();
  for (const text of endless) readSourceFacts(text.repeat(20_000), "file.ts");
  // Minutes where each is read to the end of the file.
  assertEquals(performance.now() - start < 5_000, true);
  for (const pattern of ["{ a )", "[ a }", "{ b: [a ), c }"]) {
    assertEquals(
      readSourceFacts(`export const ${pattern}; import "./b.ts";`, "file.ts").exports[0]?.name,
      "a",
      pattern,
    );
  }
});

Deno.test("B2.1 code that is nested too deeply is rejected with file and line", () => {
  const nestings = [["x = `${", "}`"], ["<a>", "</a>"], ["<a b={", "}/>"], ["{a: ", "}"]] as const;
  for (const [open, close] of nestings) {
    const name = open.startsWith("{") ? "" : "x = ";
    const nested = (depth: number) =>
      `\nexport const ${name}${open.repeat(depth)}b${close.repeat(depth)} ${name ? "" : "= c"}; import "./d.ts";`;
    assertEquals(specifiers(nested(400), "shop/file.tsx"), ["./d.ts"]);
    assertThrows(
      () => readSourceFacts(nested(5_000), "shop/file.tsx"),
      SyntaxError,
      "Cannot read shop/file.tsx:2 as templates, elements and patterns must be nested at most 500 deep",
    );
  }
});

Deno.test("B2.1 lines may end as on any system", () => {
  const lines = ["#!shebang 'a", "// it's", 'import "a";', "const s = 'b\\", "c';", "a / b;", '/* " */ import "b"'];
  for (const end of ["\n", "\r\n", "\r", "\u2028", "\u2029"]) {
    // Within a string the separators of Unicode are characters like others.
    const source = lines.join(end);
    assertEquals(references(source).map(({ specifier, line }) => [specifier, line]), [["a", 3], ["b", 7]], escape(end));
  }
  const tagged = "/**\r * @namedInterface spi\r * For others.\r */\rexport class A {}";
  assertEquals(readSourceFacts(tagged, "x.ts").exports, [{ name: "A", namedInterfaces: ["spi"] }]);
});

Deno.test("B2.1 no text makes the reader fail or hang", () => {
  const pieces = [
    "import",
    "export",
    " ",
    "{",
    "}",
    "(",
    ")",
    "`",
    "${",
    "'",
    '"',
    "/",
    "*",
    "<a>",
    "</a>",
    "from",
    "\n",
    "/** @internal */",
    "@a",
  ];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: random(30) }, () => pieces[random(pieces.length)]).join("");
    readSourceFacts(text, "file.tsx");
  }
});
