/** Writes random programs that are hard to read without a parser. The same seed gives the same program. */
export class ProgramGenerator {
  readonly #jsx: boolean;
  #seed: number;

  /**
   * @param seed decides everything
   * @param jsx whether elements are written, too
   */
  constructor(seed: number, jsx: boolean) {
    this.#seed = seed * 2_654_435_761 % 2_147_483_648 + 1;
    this.#jsx = jsx;
  }

  program(): string {
    return this.#times(8, () => this.#statement(3)).join(this.#pick("\n", "\n\n", "\n// 'a\n"));
  }

  #below(count: number): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(this.#seed / 65_536) % count;
  }

  #pick<T>(...choices: readonly T[]): T {
    return choices[this.#below(choices.length)]!;
  }

  #times(most: number, make: () => string): string[] {
    return Array.from({ length: 1 + this.#below(most) }, make);
  }

  #statement(depth: number): string {
    const e = () => this.#expression(depth - 1);
    const block = () => `{ ${depth > 0 ? this.#statement(depth - 1) : ""} }`;
    if (depth <= 0) return `${e()};`;
    return this.#pick(
      () => `${e()};`,
      () => `const v = ${e()};`,
      () => `if (${e()}) ${block()} else ${block()}`,
      () => `if (${e()}) /'/.test(${e()});`,
      () => `while (${e()}) ${block()}`,
      () => `for (const x of ${e()}) ${block()}`,
      () => `function f<T>(a: T, b = ${e()}): T ${block()}`,
      () =>
        `class C<T> extends D { #import = ${e()}; static { ${this.#statement(depth - 1)} } get import() ${block()} }`,
      () =>
        `switch (${e()}) { case ${e()}: ${this.#statement(depth - 1)} break; default: ${this.#statement(depth - 1)} }`,
      () => `try ${block()} catch ${block()} finally ${block()}`,
      () => `type T = import("types").A | typeof import("values") | \`a\${string}\`;`,
      () => `interface I<T> { import?: string; export(): T; /* "x */ readonly from: 'a' | "b" }`,
      () => `label: ${block()}`,
      () => `function g() { return /[/'"]/g.test(${e()}) }`,
      () => `${block()}\n/'/.test(${e()});`,
      () => `do ${block()} while (${e()})`,
      ...this.#jsx ? [() => this.#genericStatement(depth)] : [],
    )();
  }

  #expression(depth: number): string {
    const e = () => this.#expression(depth - 1);
    if (depth <= 0) return this.#leaf();
    return this.#pick(
      () => `(${e()})`,
      () => `${this.#operand(depth)} / ${this.#operand(depth)}`,
      () => `a++ / ${this.#operand(depth)} / 2`,
      () => `a! / ${this.#operand(depth)}`,
      () => `(${e()}) / 2`,
      () => `f(${e()}, ...${this.#operand(depth)})`,
      () => `[${e()}, ${e()}]`,
      () =>
        `{ a: ${e()}, import: ${e()}, "export": ${e()}, [${e()}]: 1, b() { return ${e()} } }`.replace(/^/, "(").concat(
          ")",
        ),
      () => `(a: T, { b }: U = ${this.#operand(depth)}) => ${this.#operand(depth)}`.replace(/^/, "(").concat(")"),
      () => `(async () => { return ${e()} })`,
      () => `\`a \${${e()}} ' \${\`}\${${e()}}\`} "\``,
      () => `(a ? ${this.#operand(depth)} : ${this.#operand(depth)})`,
      () => `a.import(${e()}).export`,
      () => `typeof ${this.#operand(depth)}`,
      () => `f<T>(${e()})`,
      () => `(await import("dynamic"))`,
      () => `import("dynamic").then((m) => ${this.#operand(depth)})`,
      () => `class { x = ${e()} }`.replace(/^/, "(").concat(")"),
      () => `(${this.#operand(depth)} as unknown as T)`,
      () => this.#jsx ? this.#element(depth) : `(<T>${this.#operand(depth)})`,
    )();
  }

  /** A statement with parameters of types, which looks like an element, beside elements of the same name. */
  #genericStatement(depth: number): string {
    const e = () => this.#expression(depth - 1);
    const parameter = this.#pick("T", "b", "p", "C", "Größe", "$", "a_b");
    const type = () =>
      this.#pick(
        `<${parameter}>(x: ${parameter}) => void`,
        `<${parameter}>(x: { a: ${parameter} }, y: Array<${parameter}>) => ${parameter}`,
        `<${parameter} /* </${parameter}> */>\n(x: "</${parameter}>") => typeof import("types")`,
        `<${parameter}, U = ${parameter}>(x: U) => x is ${parameter}`,
        `<${parameter} extends /* it's */ U>() => import("types").A`,
        `<${parameter}\nextends { a: string }>(...x: ${parameter}[]) => \`\${${parameter}}\``,
        `new <${parameter}>(x: ${parameter}) => C<${parameter}>`,
        `abstract new <${parameter}>() => void`,
        `(<${parameter}>() => ${parameter} extends 1 ? 1 : 2) extends <U>() => U extends 2 ? 1 : 2 ? true : false`,
        `{ <${parameter}>(x: C<${parameter}>): void; new <${parameter}>(x: "it's"): ${parameter} }`,
        `U | (<${parameter}>(x: ${parameter}) => "a") | [<${parameter}>(x: U) => void]`,
      );
    const key = this.#pick("delete", "default", "case", "return", "of", "void", "new", "in", "throw", "get", "a");
    return this.#pick(
      () => `type F<${parameter}, U> = ${type()};`,
      () => `type G = ${type()};\nconst g = <${parameter}>it's {${e()}}</${parameter}>;`,
      () => `const h: ${type()} = ${e()};`,
      () => `function k<${parameter}>(x: ${type()}, y?: ${type()}): ${type()} { return ${e()} }`,
      () => `interface J<in out ${parameter}> { <${parameter}>(x: C<U>): T; ${key}<${parameter}>(x: "'"): C<T> }`,
      () => `class K { ${key}<${parameter}>(x: C<${parameter}>): C<T> { return ${e()} } y = ${e()} }`,
      () => `const l = <${parameter},>(x: ${parameter}) => ${this.#operand(depth)};`,
      () => `const l = async <const ${parameter} extends { a: 'b' }>(x: ${parameter}) => { ${e()} };`,
      () => `const l = <${parameter} /* it's */ extends C<"'">, U>(x: U): U => ${this.#operand(depth)};`,
      () => `const l = function* <${parameter}>(x: ${parameter}) { yield ${e()} };`,
      () => `const l = f<${parameter}>(${e()}), m = a?.<${parameter}>(${e()}), n = new C<${parameter}>(${e()});`,
      () => `if (a < ${parameter} && ${e()} > 1) ${e()};`,
      () => `const l = <${parameter} extends={${e()}}>it's</${parameter}>;`,
      () => `const l = < ${parameter} a = "it's"\nb='"' // '\n c:d-e=<p>{${e()}}</p> / >;`,
      () => `const l = <${parameter}>(it's {${e()}})</ ${parameter} >;`,
      () => `const l = <C<(x: "'>") => ${parameter}> a="}">{/* it's */}{...${this.#operand(depth)}}</C>;`,
    )();
  }

  /** An expression that may stand beside an operator. */
  #operand(depth: number): string {
    return `(${this.#expression(depth - 1)})`;
  }

  #leaf(): string {
    return this.#pick(
      "a",
      "1.5",
      "'it\\'s'",
      '"import \\"x\\""',
      "/import 'x'/g",
      "/[/\\]'\"`]/",
      "/\\//",
      "`'\"`",
      "`\\`\\${`",
      'import("leaf")',
      "import.meta.url",
      "this",
      "/* import('x') */ b",
      "null!",
    );
  }

  #element(depth: number): string {
    const child = () =>
      this.#pick(
        "it's",
        ' import "x" ',
        `{${this.#expression(depth - 1)}}`,
        "<br/>",
        "{/* don't */}",
        "// no",
        "a / b",
      );
    return this.#pick(
      () => `(<p a="it's" b={${this.#expression(depth - 1)}} {...c}>${this.#times(3, child).join("")}</p>)`,
      () => `(<><A.B x-y='"'/>${child()}</>)`,
      () => `(<C<T> render={() => <i>${child()}</i>}>${child()}</C>)`,
      () => `(<T,>(x: T) => ${this.#operand(depth)})`,
      () => `(<b>${child()}</b>)`,
    )();
  }
}
