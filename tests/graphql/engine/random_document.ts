import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isUnionType,
} from "graphql";
import type { Tape } from "./tape.ts";

/** A document with the variables that go with it. */
export interface RandomDocument {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

const literals: Record<string, readonly string[]> = {
  "Int": ["1", "null", "$int", "$missing"],
  "Int!": ["1", "$int"],
  "String": ['"s"', "null", "$text"],
  "[Int!]": ["[1, 2]", "5", "null", "[$int]"],
  "Filter": ["{}", '{ a: 1, b: ["x", null] }', "{ c: { a: $int } }", "$filter", "{ d: RED }"],
  "[Filter]": ["[{ a: 1 }, null]", "{ a: 2 }", "[$filter]"],
  "Color": ["RED", "$color", "null"],
  "Choice": ["{ x: 1 }", '{ y: "s" }', "null"],
  "Anything": ["1", '"x"', "[1, { a: $int }]", "{ k: true }"],
};

/**
 * Makes an operation that mostly is valid: selections, aliases, fragments, conditions, arguments.
 *
 * @param tape decides
 * @param schema what is selected from
 * @param mutations the share of mutations, in 256
 */
export function randomDocument(tape: Tape, schema: GraphQLSchema, mutations: number = 50): RandomDocument {
  const writer = new Writer(tape, schema);
  const isMutation = tape.chance(mutations);
  const root = isMutation ? schema.getMutationType()! : schema.getQueryType()!;
  const body = writer.selectionSet(root, 0);
  const head = `${isMutation ? "mutation" : "query"} Q($int: Int!, $text: String, $missing: Int, $filter: Filter, ` +
    `$color: Color, $yes: Boolean!, $no: Boolean = false)`;
  return {
    query: `${head} ${body}\n${writer.fragments.join("\n")}`,
    variables: {
      int: tape.chance(10) ? tape.pick([true, "1", 1.5, null, 2 ** 31]) : tape.below(4),
      yes: tape.chance(128),
      ...(tape.chance(100) ? { text: tape.chance(20) ? 5 : "t" } : {}),
      ...(tape.chance(100) ? { filter: tape.pick<unknown>([{ a: 4, b: "one" }, { c: { b: [null], zz: 1 } }]) } : {}),
      ...(tape.chance(100) ? { color: tape.chance(20) ? "NONE" : "BLUE" } : {}),
      ...(tape.chance(60) ? { no: true } : {}),
    },
  };
}

class Writer {
  readonly fragments: string[] = [];
  #budget = 24;

  constructor(readonly tape: Tape, readonly schema: GraphQLSchema) {}

  selectionSet(type: GraphQLNamedType, depth: number): string {
    const { tape } = this;
    const parts: string[] = [];
    const count = 1 + tape.below(4);
    for (let i = 0; i < count; i++) parts.push(this.#selection(type, depth));
    return `{ ${parts.join(" ")} }`;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const { tape } = this;
    this.#budget--;
    const fields = isCompositeType(type) && !isUnionType(type) ? Object.values(type.getFields()) : [];
    const usable = fields.filter((field) =>
      depth < 4 && this.#budget > 0 || !isCompositeType(getNamedType(field.type))
    );
    if (usable.length === 0 || tape.chance(24)) return `${tape.chance(128) ? "t: " : ""}__typename`;
    if (depth < 4 && tape.chance(50)) return this.#fragment(type, depth);
    return this.#field(tape.pick(usable), depth);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const { tape } = this;
    const named = getNamedType(field.type);
    const args = field.args.filter((arg) => String(arg.type).endsWith("!") || tape.chance(128)).map((arg) =>
      this.#argument(arg)
    );
    const alias = tape.chance(70) ? `${tape.pick(["x", "y", "z", "__proto__"])}${field.name}_${args.length}: ` : "";
    const text = `${alias}${field.name}${args.length > 0 ? `(${args.join(", ")})` : ""}${this.#condition()}`;
    return isCompositeType(named) ? `${text} ${this.selectionSet(named, depth + 1)}` : text;
  }

  #argument(arg: GraphQLArgument): string {
    return `${arg.name}: ${this.tape.pick(literals[String(arg.type)] ?? ["1"])}`;
  }

  #condition(): string {
    const { tape } = this;
    if (!tape.chance(40)) return "";
    return tape.pick([
      " @include(if: $yes)",
      " @skip(if: $no)",
      " @skip(if: true)",
      " @include(if: $no) @skip(if: $yes)",
    ]);
  }

  #fragment(type: GraphQLNamedType, depth: number): string {
    const { tape, schema } = this;
    const inner = isAbstractType(type) && tape.chance(170) ? tape.pick(schema.getPossibleTypes(type)) : type;
    if (tape.chance(128)) {
      const on = tape.chance(200) || inner !== type ? ` on ${inner.name}` : "";
      return `...${on}${this.#condition()} ${this.selectionSet(inner, depth + 1)}`;
    }
    const name = `F${this.fragments.length}`;
    const at = this.fragments.push("") - 1;
    this.fragments[at] = `fragment ${name} on ${inner.name} ${this.selectionSet(inner, depth + 1)}`;
    return `...${name}${this.#condition()}${isObjectType(inner) && tape.chance(60) ? ` ...${name}` : ""}`;
  }
}
