import { assertEquals } from "@std/assert";
import { times } from "../../long.ts";
import { ProgramGenerator } from "../../modulith/generated_programs.ts";
import {
  compare,
  exportsViaLexer,
  exportsViaTypeScript,
  isValid,
  viaLexer,
  viaTypeScript,
} from "../../modulith/typescript_references.ts";

Deno.test("B2.1 TypeScript's parser sees the same imports and exports in the sources of RxJS", () => {
  const entry = new URL(import.meta.resolve("rxjs"));
  const folder = new URL(`${entry.href.slice(0, entry.href.indexOf("/dist/"))}/src/`);
  const { files, references } = compare(folder);
  assertEquals([files > 200, references > 900], [true, true], `${files} files, ${references} references`);
});

Deno.test("B2.1 TypeScript's parser sees the same imports and exports in this project", () => {
  for (const folder of ["src/", "tests/", "examples/"]) compare(new URL(`../../../${folder}`, import.meta.url));
});

Deno.test("B2.1 TypeScript's parser sees the same exports in statements with several variables", () => {
  const values = [
    ...["1", "f(1, 2)", "[3, 4]", "{ d: 1, e: 2 }", "(x, y) => x", "x < y", "x > y", "f<A, B, C>(1)", "`}${[1, 2]},`"],
    ...[
      "/,/g",
      "function () { const q = 1, r = 2; }",
      "class A<T, U> extends B<T, U> { x = 1; y = 2 }",
      "<T, U>(x: T) => x",
    ],
    ...[
      "x as Record<A, B>",
      "c ? d : e",
      "async <T, U>() => {}",
      "'it\\'s, '",
      "/* a, b */ 1 // c, d",
      "(1, 2)",
      "new M<A, B>",
    ],
    ...["x satisfies { a: 1, b: 2 }", "import('a')", "<T = A, U = B>(x: T, y: U) => x", "a\n  || b"],
  ];
  const names = [
    ...["a", "größe", "a: Map<string, number>", "a: { x: 1, y: 2 }", "a: [A, B]", "a: <T, U>(x: T, y: U) => void"],
    ...[
      "{ a, b: c }",
      "{ länge, b: größe }",
      "[a, , b, ...c]",
      "{ a: { b }, c: [d] }",
      "{ a = { b: 1 }, c = f(1, 2), ...d }",
    ],
    ...[
      "{ 'x-y': a, [k, l]: b, 1: c }",
      "{ a, /* no } b, */ c }",
      "{ a, // }\n b }",
      "[a = [1, 2], { b } = { b: 1 }]",
      "{}",
      "[]",
    ],
  ];
  const ends = [
    "",
    ";",
    "\nlet y1, y2",
    "\nclass Y<T, U> implements V, W {}",
    "\nf(1, 2)",
    ";\ny1 = 1, y2 = 2",
    " // y1, y2",
  ];
  let compared = 0;
  for (const value of values) {
    for (const name of names) {
      for (const end of ends) {
        const source = `export const ${name} = ${value}, z1 = ${value}\n  , ${name} /* z */ = 1,z2=2${end}`;
        for (const path of value.startsWith("<") ? ["file.ts"] : ["file.ts", "file.tsx"]) {
          assertEquals([isValid(path, source), exportsViaLexer(path, source)], [
            true,
            exportsViaTypeScript(path, source),
          ], source);
          compared++;
        }
      }
    }
  }
  assertEquals(compared > 4_000, true, `${compared} statements`);
});

const oddLines: readonly string[] = [
  "const x = of / 2; import('a/b'); const y = of / 2",
  "f(of / 2, import('a/b'), 1 / 2)",
  "of / 2; import('a/b')",
  "const { of } = x; of / 2; import('a/b')",
  "x = y\nof / 2; import('a/b')",
  "for (let of = 4; of / 2; of = of / 2) import('a/b')",
  "for (const x of /'/[Symbol.matchAll](y)) import('a')",
  "for (const { x } of /'/[Symbol.matchAll](y)) import('a')",
  "for (const of of of) import('a')",
  "a = 1. / 2; import('a/b')",
  "a = 1_0. / 2; import('a/b')",
  "a = 1..toString() / 2; import('a/b')",
  "export import a = require('a')",
  "export import type a = require('a')",
  "export import\na\n=\nrequire\n('a')",
  "export import A = N.M; import 'b'",
  "namespace N { export import a = require('a') }",
  "import { a\\u0062 } from 'a'; export { c as \\u{64} } from 'c'",
  "export const \\u0061b = 1, größe\\u0073 = 2; export class \\u0041 {}",
  `export const a: M<${"A, ".repeat(600)} B, C> = m, b = 2`,
  `export const a: M<${"A<B, C>, ".repeat(600)} B, C> = m, b = 2`,
  `export const a: M<${"A<B, ".repeat(300)} C${">".repeat(300)}, B, C> = m, b = 2`,
  `export const a = 1 < 2, ${Array.from({ length: 600 }, (_, at) => `b${at} = x < y`).join(", ")}, c = 3 > 2`,
];

/** Where `<` opens parameters of types, an element or nothing, in files with JSX. */
const angleBrackets: readonly string[] = [
  "type F = <T>(x: T) => void; const e = <T>hi</T>; import('a')",
  "type F = <T>(x: '</T>') => void; import('a')",
  "interface I { <T>(x: T): T } const e = <T>it's</T>; import('a')",
  "interface I { delete<T>(x: T): C<T>; return<T>(): T } const e = <T>it's</T>; import('a')",
  "class A { delete<T>(x: string): P<T> { return import('a') } default<T>() {} } <T>it's</T>; import('b')",
  "const f = <Größe extends unknown>(x: Größe) => import('a'); const e = <Größe>it's</Größe>",
  `const f = <${"T".repeat(300)} extends U>(x: T) => import('a'); const s = "it's"`,
  "const f = <T /* </T> */ extends U>(x: T) => import('a'); const s = \"it's\"",
  "const f = <T // it's\n, U>(x: T) => import('a')",
  "const e = <T extends>it's</T>; import('a')",
  "const e = <T extends='it`s' />; import('a')",
  "const e = <A.B<C<'>'>> x:y-z=<p>it's</p>>it's</A.B>; import('a')",
  "const e = < a b = 'c' / >; import('a')",
  "const e = <a>it's <b/> {/* it's */} </ a >; import('a')",
  "x = a?.<T>(y); import('a'); const e = <T>it's</T>",
  "x = y as new <T>(y: T) => void; import('a')",
  "class A extends (<T>it's</T>) {} import('a')",
  "type E = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? 'it' : 's'; import('a')",
  "for await (const x of <T>it's</T>) import('a')",
];

for (const source of angleBrackets) {
  Deno.test(`B2.1 TypeScript's parser sees the same imports in JSX: ${source.slice(0, 60)}`, () => {
    assertEquals(isValid("file.tsx", source), true);
    assertEquals(viaLexer("file.tsx", source), viaTypeScript("file.tsx", source));
  });
}

for (const source of oddLines) {
  Deno.test(`B2.1 TypeScript's parser sees the same imports and exports in: ${source.slice(0, 60)}`, () => {
    for (const path of ["file.ts", "file.tsx"]) {
      assertEquals(isValid(path, source), true);
      assertEquals(viaLexer(path, source), viaTypeScript(path, source));
      assertEquals(exportsViaLexer(path, source), exportsViaTypeScript(path, source));
    }
  });
}

Deno.test("B2.1 TypeScript's parser sees the same imports in generated programs", () => {
  let compared = 0;
  const count = times(500, 20_000);
  for (let seed = 1; seed <= count; seed++) {
    for (const path of ["program.ts", "program.tsx"]) {
      const source = new ProgramGenerator(seed, path.endsWith("x")).program();
      if (!isValid(path, source)) continue;
      assertEquals(viaLexer(path, source), viaTypeScript(path, source), source);
      compared++;
    }
  }
  assertEquals(compared > count * 1.9, true, `${compared} of ${2 * count} programs`);
});

Deno.test("B2.1 TypeScript's parser sees the same types in documentation comments of JavaScript", () => {
  const type = (path: string) => `import("./${path}.js").${path.toUpperCase()}`;
  const comments = [
    ...['@import { A, type B as C } from "./a.js"', '@import * as A from "./a.js"', '@import A, { B } from "./a.js"'],
    ...[
      `@type {${type("a")}}`,
      `@type ${type("a")}`,
      '@type {typeof import("./a.js")}',
      "@type {import('./a.js').A[]}",
    ],
    `@type {(a: ${type("a")}) => Promise<${type("b")}>}`,
    `@type {import("./a.js", { with: { "resolution-mode": "import" } }).A}`,
    ...[`@satisfies {${type("a")}}`, `@enum {${type("a")}}`, `@this {${type("a")}}`, `@throws {${type("a")}} when`],
    `@param {${type("a")}} a text\n * @param b {${type("b")}}\n * @returns {{ c: ${type("c")} }}`,
    `@param {${type("a")}} [x={}] @param [y] {${type("b")}}`,
    `@template {${type("a")}} T\n * @param {T} x`,
    `@callback C\n * @param {${type("a")}} x\n * @returns {void}`,
    `@typedef {{ x: "}", y: ${type("a")} }} B`,
    `@typedef {Object} T\n * @property {${type("a")}} x`,
    ...[`text @type {${type("a")}}`, `a@type {${type("a")}}`, `\`@type {${type("a")}}\``, `{@link ${type("a")}}`],
    ...[
      `text ${type("a")} and {${type("b")}}`,
      `@see {${type("a")}}`,
      `@extends {${type("a")}}`,
      `@const {${type("a")}}`,
    ],
    `@example\n * f({ a: ${type("a")} })`,
    `@example\n * \`\`\`js\n * @type {${type("a")}}\n * \`\`\``,
    '@import {\n *   A,\n *   B\n * } from "./a.js"',
  ];
  for (const comment of comments) {
    for (const code of ["let x;", "function f(x) {}", "export class A {}", "f();", ""]) {
      const source = `import "./first.js";\n\n/**\n * ${comment}\n */\n${code}`;
      for (const path of ["x.js", "x.jsx", "x.mjs", "x.ts"]) {
        assertEquals(viaLexer(path, source), viaTypeScript(path, source), `${path}\n${source}`);
      }
    }
  }
});
