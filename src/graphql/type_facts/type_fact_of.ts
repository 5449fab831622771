import type { typescript } from "./deps.ts";
import type { TypeFact } from "../inspection/mod.ts";

const unknownFact: TypeFact = { kind: "unknown" };
const lists = new Set([
  "Array",
  "ReadonlyArray",
  "Set",
  "ReadonlySet",
  "Iterable",
  "AsyncIterable",
  "Generator",
  "AsyncGenerator",
]);
const promises = new Set(["Promise", "PromiseLike"]);

/** Turns types of the TypeScript checker into facts that can be stored. */
export class TypeFactReader {
  readonly #ts: typeof typescript;
  readonly #checker: typescript.TypeChecker;
  readonly #isProjectFile: (fileName: string) => boolean;

  /**
   * @param ts the compiler
   * @param program the project
   * @param isProjectFile tells the project's own files from libraries
   */
  constructor(
    ts: typeof typescript,
    program: typescript.Program,
    isProjectFile: (fileName: string) => boolean,
  ) {
    this.#ts = ts;
    this.#checker = program.getTypeChecker();
    this.#isProjectFile = isProjectFile;
  }

  /**
   * The fact about a type, once promises are awaited.
   *
   * @param type as the checker knows it
   */
  read(type: typescript.Type): TypeFact {
    const { TypeFlags } = this.#ts;
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never)) return unknownFact;
    const isEmpty = (member: typescript.Type) =>
      (member.flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void)) !== 0;
    if (!type.isUnion()) return isEmpty(type) ? { kind: "nullable", inner: unknownFact } : this.#readOne(type);
    const present = type.types.filter((member) => !isEmpty(member));
    const inner = this.#readSame(present);
    return present.length < type.types.length ? { kind: "nullable", inner } : inner;
  }

  /**
   * Whether a method that returns the type has its value at once: no promise of it, no stream, no function to call.
   *
   * @param type what the method returns
   * @returns `false` also where that can't be told
   */
  isSynchronous(type: typescript.Type): boolean {
    const { TypeFlags } = this.#ts;
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter | TypeFlags.Void)) return false;
    if (type.isUnionOrIntersection()) return type.types.every((member) => this.isSynchronous(member));
    if (!(type.flags & TypeFlags.Object)) return true;
    const isLater = type.getCallSignatures().length > 0 ||
      type.getProperties().some((property) => /^(then|subscribe|__@asyncIterator.*)$/.test(property.getName()));
    const parts = this.#checker.getTypeArguments(type as typescript.TypeReference);
    // An object's type lists itself as its last argument.
    return !isLater && parts.every((part) => part.symbol === type.symbol || this.isSynchronous(part));
  }

  #readSame(members: readonly typescript.Type[]): TypeFact {
    const facts = members.map((member) => this.read(member));
    const texts = new Set(facts.map((fact) => JSON.stringify(fact)));
    return texts.size === 1 ? facts[0]! : unknownFact;
  }

  #readOne(type: typescript.Type): TypeFact {
    const { TypeFlags } = this.#ts;
    if (type.flags & TypeFlags.StringLike) return { kind: "leaf", name: "String" };
    if (type.flags & TypeFlags.NumberLike) return { kind: "leaf", name: "Number" };
    if (type.flags & TypeFlags.BooleanLike) return { kind: "leaf", name: "Boolean" };
    if (type.flags & TypeFlags.BigIntLike) return { kind: "leaf", name: "BigInt" };
    const symbol = type.getSymbol();
    const name = symbol?.getName() ?? "";
    const [first, second] = this.#checker.getTypeArguments(type as typescript.TypeReference);
    if (name === "Date") return { kind: "leaf", name };
    if (promises.has(name) && first) return this.read(first);
    if (lists.has(name) && first) return { kind: "list", element: this.read(first) };
    if ((name === "Map" || name === "ReadonlyMap") && second) {
      return { kind: "container", name, element: this.read(second) };
    }
    return this.#readClass(name, symbol, first);
  }

  #readClass(
    name: string,
    symbol: typescript.Symbol | undefined,
    argument: typescript.Type | undefined,
  ): TypeFact {
    const { SymbolFlags } = this.#ts;
    if (!symbol || !(symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface))) return unknownFact;
    if (argument && argument.symbol !== symbol) return { kind: "container", name, element: this.read(argument) };
    const isOwn = symbol.declarations?.some((node) => this.#isProjectFile(node.getSourceFile().fileName)) ?? false;
    return isOwn ? { kind: "class", name } : unknownFact;
  }
}
