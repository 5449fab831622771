import type { CollectOptions } from "./collect_options.ts";
import { loadTypeScript, type typescript } from "./deps.ts";
import type { ClassFact, MemberFact, TypeFacts } from "../inspection/mod.ts";
import { projectProgram } from "./project_program.ts";
import { TypeFactReader } from "./type_fact_of.ts";

type Declaration = typescript.ClassDeclaration | typescript.InterfaceDeclaration;
type Member = typescript.ClassElement | typescript.TypeElement;

/**
 * Runs the TypeScript checker over a project and collects its classes and interfaces with the types of their members.
 *
 * Needs `--allow-read` and `--allow-env`; loads the compiler, so it belongs into a task, not into a service.
 *
 * @param options the project
 * @returns facts that can be stored beside the project
 *
 * @example
 * ```ts
 * import { collectTypeFacts } from "@espalier/espalier/graphql/facts";
 *
 * const root = new URL(`file://${await Deno.makeTempDir()}/`);
 * await Deno.writeTextFile(new URL("book.ts", root), "export class Book { title: string | null = null; }");
 * const { classes } = await collectTypeFacts({ root, entryPoints: [new URL("book.ts", root)] });
 * console.log(classes[0]?.members[0]?.type.kind); // "nullable"
 * await Deno.remove(root, { recursive: true });
 * ```
 */
export async function collectTypeFacts(options: CollectOptions): Promise<TypeFacts> {
  const ts = await loadTypeScript();
  const program = projectProgram(ts, options);
  const root = decodeURIComponent(options.root.pathname);
  const isOwn = (fileName: string) => fileName.startsWith(root);
  const reader = new TypeFactReader(ts, program, isOwn);
  const files = program.getSourceFiles().filter((file) => isOwn(file.fileName) && !file.isDeclarationFile);
  const classes = files.flatMap((file) => {
    const collector = new FileCollector({ ts, checker: program.getTypeChecker(), reader }, file);
    return collector.collect(file.fileName.slice(root.length));
  });
  return { version: 1, classes };
}

interface Tools {
  readonly ts: typeof typescript;
  readonly checker: typescript.TypeChecker;
  readonly reader: TypeFactReader;
}

class FileCollector {
  readonly #tools: Tools;
  readonly #file: typescript.SourceFile;

  constructor(tools: Tools, file: typescript.SourceFile) {
    this.#tools = tools;
    this.#file = file;
  }

  collect(path: string): ClassFact[] {
    return [...this.#declarations(this.#file)].map((node) => ({
      name: node.name!.text,
      file: path,
      line: this.#lineOf(node.name!),
      members: this.#members(node),
    }));
  }

  *#declarations(node: typescript.Node): Iterable<Declaration> {
    const { ts } = this.#tools;
    if ((ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) && node.name) yield node;
    const children: typescript.Node[] = [];
    node.forEachChild((child) => void children.push(child));
    for (const child of children) yield* this.#declarations(child);
  }

  #members(node: Declaration): MemberFact[] {
    const { checker } = this.#tools;
    const type = checker.getTypeAtLocation(node);
    const members = checker.getPropertiesOfType(type).flatMap((symbol) => {
      if (/^(#|__)/.test(symbol.getName())) return [];
      const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0] ?? node;
      if (isHidden(this.#tools.ts, declaration)) return [];
      return [this.#member(symbol, declaration)];
    });
    const known = new Set(members.map(({ name }) => name));
    return [...members, ...this.#describedMembers(node).filter(({ name }) => !known.has(name))];
  }

  /**
   * The properties that the base class describes, by the call that makes it: `entity({ title: t.string })`. The package is
   * unknown to the program, so are their types; at run time the class itself says them.
   */
  #describedMembers(node: Declaration): MemberFact[] {
    const { ts, checker } = this.#tools;
    const calls = (node.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression))
      .filter((expression) => ts.isCallExpression(expression));
    return calls.flatMap(({ arguments: [first, second] }) => {
      const upper = first !== undefined && ts.isIdentifier(first) ? this.#classNamed(checker, first) : undefined;
      const described = upper === undefined ? first : second;
      if (described === undefined || !ts.isObjectLiteralExpression(described)) return [];
      const own = described.properties.flatMap(({ name }): MemberFact[] =>
        name === undefined || !ts.isIdentifier(name)
          ? []
          : [{ name: name.text, kind: "property", type: { kind: "unknown" }, line: this.#lineOf(name) }]
      );
      return [...own, ...(upper === undefined ? [] : this.#members(upper))];
    });
  }

  #classNamed(checker: typescript.TypeChecker, name: typescript.Identifier): Declaration | undefined {
    const { ts } = this.#tools;
    const symbol = checker.getSymbolAtLocation(name);
    const aliased = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    return aliased?.declarations?.find((declaration) => ts.isClassDeclaration(declaration));
  }

  #member(symbol: typescript.Symbol, declaration: typescript.Declaration): MemberFact {
    const { checker, reader } = this.#tools;
    const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
    const line = this.#lineOf(declaration);
    const [signature] = type.getCallSignatures();
    if (!signature) return { name: symbol.getName(), kind: "property", type: reader.read(type), line };
    const parameters = signature.getParameters().map((parameter) => ({
      name: parameter.getName(),
      type: reader.read(checker.getTypeOfSymbolAtLocation(parameter, declaration)),
    }));
    const returned = signature.getReturnType();
    return {
      name: symbol.getName(),
      kind: "method",
      type: reader.read(returned),
      ...(reader.isSynchronous(returned) && { isSynchronous: true }),
      parameters,
      line,
    };
  }

  #lineOf(node: typescript.Node): number {
    const file = node.getSourceFile();
    const start = "name" in node && node.name ? (node.name as Member).getStart(file) : node.getStart(file);
    return file.getLineAndCharacterOfPosition(start).line + 1;
  }
}

function isHidden(ts: typeof typescript, declaration: typescript.Declaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(declaration) & hidden) !== 0;
}
