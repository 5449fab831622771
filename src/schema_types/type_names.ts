/** Words that are not allowed as names of TypeScript types or imports. */
const reserved =
  ("any arguments as async await bigint boolean break case catch class const continue debugger declare " +
    "default delete do else enum eval export extends false finally for function if implements import in infer " +
    "instanceof interface is keyof let module namespace never new null number object of package private protected " +
    "public readonly require return static string super switch symbol this throw true try type typeof undefined unique " +
    "unknown var void while with yield").split(" ");

/** Names that the generated module declares or imports itself. */
const own = ("Schema Models Roots Mappings Mistake Agrees Connection ConnectionSource ScalarValue QueryMapping " +
  "MutationMapping SubscriptionMapping SchemaMapping BatchMapping mappings agrees decorators GraphQlOperation " +
  "ScalarOutput").split(" ");

/**
 * The TypeScript names of schema types: their own names, with the suffix `Type` if the name has another meaning in the
 * generated module.
 */
export class TypeNames {
  readonly #names: ReadonlyMap<string, string>;

  /**
   * @param types names of all schema types
   * @param used TypeScript code in the generated module, whose identifiers are reserved
   */
  constructor(types: readonly string[], used: readonly string[]) {
    const taken = new Set([...reserved, ...own, ...used.flatMap((code) => code.match(/[A-Za-z_$][\w$]*/g) ?? [])]);
    const names = new Map<string, string>();
    const all = new Set(types);
    for (const type of [...types].sort()) {
      let name = type;
      while (taken.has(name) || name !== type && all.has(name)) name += "Type";
      taken.add(name);
      names.set(type, name);
    }
    this.#names = names;
  }

  /** The TypeScript name of a schema type. */
  of(type: string): string {
    return this.#names.get(type) ?? type;
  }
}

/** Whether a name is not allowed for a constant in a generated module. */
export function isReserved(name: string): boolean {
  return reserved.includes(name) || own.includes(name);
}

/** A property's name, quoted if the word would begin another kind of member. */
export function memberName(name: string): string {
  return name === "new" || name === "constructor" ? `"${name}"` : name;
}
